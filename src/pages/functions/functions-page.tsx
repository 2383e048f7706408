/** The reference of the rule language: every function, name and sign, to be searched in plain words. */
import { useEffect, useMemo, useState } from "react";
import type { ReactElement } from "react";
import { useLocation, useSearchParams } from "wouter";
import { countOf } from "#src/format/number.ts";
import { ruleText } from "#src/format/rule-text.ts";
import { findProblem } from "#src/formula/find-problem.ts";
import { FormulaField } from "#src/formula/formula-field.tsx";
import type { FormulaSetting } from "#src/formula/formula-names.ts";
import { Button } from "#src/ui/button.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { SaveIcon } from "#src/ui/icons.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import { RuleWords } from "#src/ui/rule-words.tsx";
import { saveFile } from "#src/ui/save-file.ts";
import { SearchedParts } from "#src/ui/searched-parts.tsx";
import { useHashTarget } from "#src/ui/use-hash-target.ts";
import { makeReference, referenceJson } from "#workers/words/reference.ts";
import { matching, partsOf } from "./entries.ts";
import type { Part } from "./entries.ts";
import { ReferencePart } from "./reference-part.tsx";
import tryFormula from "./try-formula.module.css";

const PARTS = partsOf(makeReference());

export function FunctionsPage(): ReactElement {
  const [typed, setTyped] = useState("");
  const found = useMemo(() => matching(PARTS, typed), [typed]);
  useHashTarget();
  return (
    <div className={page["coded"]}>
      <PageHeading title="Rule language" lead={<Lead />}>
        <Button onClick={() => saveFile("functions.json", "application/json", referenceJson())}>
          <SaveIcon />
          Download as JSON
        </Button>
      </PageHeading>
      <TryFormula />
      <SearchedParts
        hint="A name or plain words, such as average, volume or sector."
        typed={typed}
        onType={setTyped}
        found={foundWords(found, typed)}
        parts={found}
      />
      {found.map((part) => (
        <ReferencePart key={part.id} part={part} />
      ))}
      {found.length === 0 && (
        <EmptyState title="No match" text="Try one word fewer, or a plainer one.">
          <Button onClick={() => setTyped("")}>Show everything</Button>
        </EmptyState>
      )}
    </div>
  );
}

function Lead(): ReactElement {
  return (
    <>
      A rule is one line that is true or false at the close of a day, such as <code>close &gt; sma(200)</code>
      . This is everything that may stand in it. What can’t be known, such as an average over more days than
      there are, is unknown, and nothing is bought or sold on it.
    </>
  );
}

/** Nothing while everything is shown. */
function foundWords(found: readonly Part[], typed: string): string {
  if (typed.trim() === "") return "";
  const count = found.reduce((sum, { entries }) => sum + entries.length, 0);
  return `${countOf(count, "entry", "entries")} found`;
}

const PARAMETER = "try";
/** Browsers refuse an address that changes with each key. */
const PAUSE_MS = 400;
const EXAMPLE = "close > sma(200)";
/** As a sell rule, which may name all that this page does; of no dataset, so that any other name may be a fact. */
const SETTING: FormulaSetting = {
  wants: "rule",
  place: "sell",
  names: { facts: null, signals: null, symbols: null },
};

/** A place to try a formula: checked as it is typed, and told in plain words. Its text is kept in the address. */
function TryFormula(): ReactElement {
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState(params.get(PARAMETER) ?? EXAMPLE);
  useEffect(() => {
    const timer = setTimeout(() => {
      const address = new URL(location.href);
      if (typed === (address.searchParams.get(PARAMETER) ?? EXAMPLE)) return;
      address.searchParams.set(PARAMETER, typed);
      navigate(`${address.pathname}${address.search}${address.hash}`, { replace: true });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, navigate]);
  const isRight = typed.trim() !== "" && findProblem(typed, SETTING) === null;
  return (
    <Panel id="try" title="Try a formula">
      <div className={page["parts"]}>
        <FormulaField label="A rule" value={typed} onChange={setTyped} {...SETTING} />
        <div className={tryFormula["words"]}>
          <p className={tryFormula["title"]}>In plain words</p>
          {isRight ? (
            <p>
              <RuleWords {...ruleText(typed)} />
            </p>
          ) : (
            <p className={page["quiet"]}>Once the rule can be read, it stands here in words.</p>
          )}
        </div>
      </div>
    </Panel>
  );
}
