/** One layout of a dry run: what its files were taken for, what is asked of them, and each file by itself. */
import { useState } from "react";
import type { FormEvent, ReactElement } from "react";
import { formatDayRange } from "#src/format/day.ts";
import { shownFinding } from "#src/format/finding.ts";
import { formatCount } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import type { SavedMapping } from "#src/storage/mappings.ts";
import { Badge } from "#src/ui/badge.tsx";
import { Button } from "#src/ui/button.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { FactList } from "#src/ui/fact-list.tsx";
import { TextField } from "#src/ui/field.tsx";
import page from "#src/ui/page.module.css";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { TableColumn } from "#src/ui/table-column.ts";
import { memberNameOf } from "#workers/model/member-name.ts";
import { placeOf } from "#workers/model/place.ts";
import type { CheckedFile, ImportPlan } from "#workers/model/import-plan.ts";
import { ColumnsTable } from "./columns-table.tsx";
import { questionKey } from "#workers/model/import-check.ts";
import { questionsOf } from "./group-files.ts";
import type { FileGroup } from "./group-files.ts";
import { describeChoice, describeTotals, findingsOf, groupTitle, layoutFacts } from "./import-words.ts";
import styles from "./import.module.css";
import { answer, leaveOut } from "./import-store.ts";
import { LayoutMemory } from "./layout-memory.tsx";
import { QuestionView } from "./question-view.tsx";

interface GroupViewProps {
  readonly group: FileGroup;
  readonly plan: ImportPlan;
}

interface WholeGroupProps extends GroupViewProps {
  /** Files whose exchange or currency is asked below. */
  readonly unsaid: ReadonlySet<string>;
  /** The import has no other layout: the line above says the rest. */
  readonly isOnly: boolean;
  readonly mappings: readonly SavedMapping[];
}

export function GroupView({ group, plan, unsaid, isOnly, mappings }: WholeGroupProps): ReactElement {
  const [first] = group.files;
  const names = group.files.map(({ file }) => file);
  const isOut = names.every((name) => plan.leftOut.has(name));
  const questions = questionsOf(group, plan.leftOut);
  const isUnsaid = names.some((name) => unsaid.has(name));
  const isRefused = group.files.every(({ verdict }) => verdict === "refuse");
  const isGood = group.files.every(({ verdict, leftOutCount }) => verdict === "ok" && leftOutCount === 0);
  return (
    <section className={styles["group"]} aria-label={groupTitle(group)}>
      <div className={styles["groupHead"]}>
        <h4 className={styles["groupTitle"]}>{groupTitle(group)}</h4>
        {!(isOnly && isGood) && (
          <StatusBadge group={group} plan={plan} questions={questions.length + (isUnsaid ? 1 : 0)} />
        )}
        {!isRefused && !isOnly && (
          <Button kind="quiet" size="small" onClick={() => void leaveOut(names, !isOut)}>
            {isOut ? "Include again" : "Leave out"}
          </Button>
        )}
      </div>
      {isRefused ? (
        <>
          <p>{shownFinding(capital(first.message))}</p>
          {first.kind === "prices" && <NoPrices files={group.files} />}
        </>
      ) : (
        <p className={styles["soft"]}>
          {capital(first.format)}
          {!(isOnly && isGood) && ` · ${describeTotals(group)}`}
        </p>
      )}
      {!isOut && (
        <>
          {questions.map((question) => (
            <QuestionView key={questionKey(question)} question={question} group={group} />
          ))}
          {group.files.map(
            ({ file, member }) =>
              member !== undefined && <MembershipName key={`${file} ${member}`} file={file} name={member} />,
          )}
          <LayoutMemory group={group} plan={plan} mappings={mappings} />
          <GroupDetails group={group} plan={plan} />
        </>
      )}
    </section>
  );
}

function StatusBadge({
  group: { files },
  plan,
  questions,
}: GroupViewProps & { readonly questions: number }): ReactElement {
  const refused = files.filter(({ verdict }) => verdict === "refuse").length;
  if (files.every(({ file }) => plan.leftOut.has(file))) return <Badge>Left out by you</Badge>;
  if (refused === files.length) return <Badge tone="danger">Can't be imported</Badge>;
  if (questions > 0)
    return <Badge tone="notice">{questions === 1 ? "A question" : `${questions} questions`}</Badge>;
  if (refused > 0) return <Badge tone="danger">{formatCount(refused)} can't be imported</Badge>;
  return <Badge tone="accent">Looks good</Badge>;
}

function GroupDetails({ group, plan }: GroupViewProps): ReactElement {
  const [first] = group.files;
  const findings = findingsOf(group);
  const isRefused = group.files.every(({ verdict }) => verdict === "refuse");
  const leftOut = group.files.flatMap(({ file, leftOut: rows }) => rows.map((row) => ({ file, ...row })));
  const leftOutCount = group.files.reduce((sum, file) => sum + file.leftOutCount, 0);
  return (
    <>
      {findings.length > 0 && !isRefused && (
        <ul className={styles["findings"]}>
          {findings.slice(0, FINDINGS_SHOWN).map((finding) => (
            <li key={finding}>{shownFinding(finding)}</li>
          ))}
          {findings.length > FINDINGS_SHOWN && (
            <li>and {formatCount(findings.length - FINDINGS_SHOWN)} more.</li>
          )}
        </ul>
      )}
      <Disclosure summary="How it was read">
        {() => (
          <div className={page["parts"]}>
            <FactList facts={layoutFacts(group)} />
            {first.table && <ColumnsTable group={group} table={first.table} plan={plan} />}
            {first.kind === "prices" && !isRefused && <NoPrices files={group.files} />}
            {leftOut.length > 0 && (
              <div className={page["parts"]}>
                <h5 className={styles["small"]}>Rows left out: {formatCount(leftOutCount)}</h5>
                <ul className={styles["reasons"]}>
                  {leftOut.slice(0, REASONS_SHOWN).map(({ file, line, reason }) => (
                    <li key={`${file} ${line} ${reason}`}>
                      {shownFinding(`${placeOf(file, line)}: ${reason}`)}
                    </li>
                  ))}
                  {leftOutCount > REASONS_SHOWN && (
                    <li>and {formatCount(leftOutCount - REASONS_SHOWN)} more</li>
                  )}
                </ul>
              </div>
            )}
            {group.files.length > 1 && <FilesTable files={group.files} title={groupTitle(group)} />}
          </div>
        )}
      </Disclosure>
    </>
  );
}

/** For tables of a model's figures, and of rates, that look like prices. */
function NoPrices({ files }: { readonly files: readonly CheckedFile[] }): ReactElement {
  const names = files.map(({ file }) => file);
  const others = (["signal", "fact", "rate"] as const).filter(
    (figures) => figures !== "rate" || files.some(({ rateCount }) => rateCount === 0),
  );
  return (
    <div className={styles["actions"]}>
      <span className={styles["soft"]}>These are not prices but</span>
      {others.map((figures) => (
        <Button key={figures} kind="quiet" size="small" onClick={() => void answer(names, { figures })}>
          {describeChoice({ about: "figures" }, figures)}
        </Button>
      ))}
    </div>
  );
}

const FINDINGS_SHOWN = 6;
const REASONS_SHOWN = 10;

const COLUMNS: readonly TableColumn<CheckedFile>[] = [
  { title: "File", cell: ({ file }) => file },
  {
    title: "Instrument",
    cell: ({ symbols, symbolCount }) => (symbolCount === 1 ? symbols[0] : formatCount(symbolCount)),
  },
  { title: "Bars", end: true, cell: ({ bars }) => formatCount(bars) },
  { title: "Dates", cell: ({ first, last }) => formatDayRange(first, last) },
  { title: "Left out", end: true, cell: ({ leftOutCount }) => formatCount(leftOutCount) },
  { title: "Verdict", cell: ({ verdict, message }) => (verdict === "ok" ? "Looks good" : capital(message)) },
];

/** What needs a look comes first. */
function FilesTable({
  files,
  title,
}: {
  readonly files: readonly CheckedFile[];
  readonly title: string;
}): ReactElement {
  const places = { refuse: 0, ask: 1, ok: 2 } as const;
  const rows = files.toSorted(
    (a, b) => places[a.verdict] - places[b.verdict] || b.leftOutCount - a.leftOutCount,
  );
  return (
    <WindowedTable
      label={`Files: ${title}`}
      columns={COLUMNS}
      rows={rows}
      rowKey={({ file }) => file}
      dense
      phone={{ figure: "Bars" }}
    />
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface MembershipNameProps {
  readonly file: string;
  /** As it is called now. */
  readonly name: string;
}

const WRONG_NAME =
  "Behind “member.” there must be letters from a to z, digits or _, at most 33: change what is none of them.";

/** What a file's memberships are called in rules: as the file's name says, or as a person has it. */
function MembershipName({ file, name }: MembershipNameProps): ReactElement {
  const [typed, setTyped] = useState(name);
  const wanted = memberNameOf(typed);
  const rename = (event: FormEvent) => {
    event.preventDefault();
    if (wanted !== null && wanted !== name) void answer([file], { member: wanted });
  };
  return (
    <form className={styles["memberName"]} onSubmit={rename} noValidate>
      <TextField
        label={`Name of the membership in ${shownName(file)}`}
        hint={`Rules ask for it by this name, as in ${wanted ?? name} > 0.`}
        value={typed}
        error={wanted === null ? WRONG_NAME : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" size="small" disabled={wanted === null || wanted === name}>
        Rename
      </Button>
    </form>
  );
}
