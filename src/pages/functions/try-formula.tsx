/** A place to try a formula: checked as it is typed, and told in plain words. Its text is kept in the address. */
import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { useLocation, useSearchParams } from "wouter";
import { ruleText } from "#src/format/rule-text.ts";
import { findProblem } from "#src/formula/find-problem.ts";
import { FormulaField } from "#src/formula/formula-field.tsx";
import type { FormulaSetting } from "#src/formula/formula-names.ts";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import { RuleWords } from "#src/ui/rule-words.tsx";
import styles from "./try-formula.module.css";

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

export function TryFormula(): ReactElement {
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
        <div className={styles["words"]}>
          <p className={styles["title"]}>In plain words</p>
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
