/** What a file can't tell by itself, asked once for all files of a layout. */
import { useState } from "react";
import type { FormEvent, ReactElement } from "react";
import { shownFinding } from "#src/format/finding.ts";
import { formatCount } from "#src/format/number.ts";
import { shown } from "#src/format/shown.ts";
import { Button } from "#src/ui/button.tsx";
import { TextField } from "#src/ui/field.tsx";
import page from "#src/ui/page.module.css";
import type { FileGroup, GroupQuestion } from "./group-files.ts";
import { answerOf, describeAsking, describeChoice } from "./import-words.ts";
import styles from "./import.module.css";
import { answer, answerEach, leaveOut } from "./import-store.ts";
import { unlikelySymbol } from "#workers/model/symbol-text.ts";

interface QuestionViewProps {
  readonly question: GroupQuestion;
  readonly group: FileGroup;
}

export function QuestionView({ question, group }: QuestionViewProps): ReactElement {
  const { about, text, choices, files } = question;
  const names = files.map(({ file }) => file);
  const asking = describeAsking(question, group);
  const choose = (choice: string) => {
    const answered = answerOf(question, choice);
    void (answered ? answer(names, answered) : leaveOut(names, true));
  };
  return (
    <fieldset className={styles["question"]}>
      <legend className={styles["asked"]}>{shownFinding(`${text} ${asking}`)}</legend>
      {about === "symbol" && <SymbolForm question={question} />}
      {about === "lag" && <LagForm question={question} />}
      <div className={styles["actions"]}>
        {about !== "symbol" &&
          about !== "lag" &&
          choices
            .filter((choice) => choice !== "leave out")
            .map((choice) => (
              <Button key={choice} onClick={() => choose(choice)}>
                {describeChoice(question, choice)}
              </Button>
            ))}
        <Button kind="quiet" onClick={() => void leaveOut(names, true)}>
          {names.length === 1 ? "Leave this file out" : `Leave these ${formatCount(names.length)} files out`}
        </Button>
      </div>
    </fieldset>
  );
}

/** So many files can be named at once; the rest is asked for afterwards. */
const FILES_AT_ONCE = 20;

function SymbolForm({ question: { files } }: { readonly question: GroupQuestion }): ReactElement {
  const atOnce = files.slice(0, FILES_AT_ONCE);
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const suggestion = (file: string) =>
    files.find((one) => one.file === file)?.questions.find(({ about }) => about === "symbol")?.choices ?? [];
  const symbolOf = (file: string) => (typed.get(file) ?? suggestion(file)[0] ?? "").trim();
  const faultOf = (file: string) => (symbolOf(file) === "" ? null : unlikelySymbol(symbolOf(file)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void answerEach(new Map(atOnce.map(({ file }) => [file, { symbol: symbolOf(file) }])));
  };
  return (
    <form className={page["parts"]} onSubmit={submit} noValidate>
      {atOnce.map(({ file }) => {
        const [, other] = suggestion(file);
        const fault = faultOf(file);
        return (
          <TextField
            key={file}
            label={files.length === 1 ? "Symbol" : `Symbol of ${shown(file)}`}
            value={typed.get(file) ?? suggestion(file)[0] ?? ""}
            {...(fault !== null && { error: `This is a text which ${fault}. Write another one.` })}
            {...(other === undefined ? {} : { hint: `Or ${shown(other)}, as the file's name says.` })}
            onChange={(event) => setTyped(new Map(typed).set(file, event.target.value))}
          />
        );
      })}
      <div>
        <Button
          type="submit"
          disabled={atOnce.some(({ file }) => symbolOf(file) === "" || faultOf(file) !== null)}
        >
          {atOnce.length === 1 ? "Use this symbol" : "Use these symbols"}
        </Button>
      </div>
    </form>
  );
}

/**
 * How long after its period a statement is taken as known, where nothing says when it was published.
 * It begins with the likelier of the question's choices.
 */
export function LagForm({
  question: { files, choices },
}: {
  readonly question: GroupQuestion;
}): ReactElement {
  const [first = "", second = ""] = choices[0]?.split("/") ?? [];
  const [quarter, setQuarter] = useState(first);
  const [year, setYear] = useState(second);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const lag = { quarter: daysOf(quarter), year: daysOf(year) };
    void answer(
      files.map(({ file }) => file),
      { lag },
    );
  };
  const isReadable = Number.isFinite(daysOf(quarter)) && Number.isFinite(daysOf(year));
  return (
    <form className={page["parts"]} onSubmit={submit} noValidate>
      <div className={styles["grid"]}>
        <TextField
          label="Days after a quarter"
          hint="45 in the United States and in India."
          inputMode="numeric"
          value={quarter}
          onChange={(event) => setQuarter(event.target.value)}
        />
        <TextField
          label="Days after a year"
          hint="90 in the United States, 60 in India."
          inputMode="numeric"
          value={year}
          onChange={(event) => setYear(event.target.value)}
        />
      </div>
      <div>
        <Button type="submit" disabled={!isReadable}>
          Take them as known from then on
        </Button>
      </div>
    </form>
  );
}

/** NaN for what is no number; whether it can be a lag is said by the dry run. */
function daysOf(text: string): number {
  return text.trim() === "" ? NaN : Number(text);
}
