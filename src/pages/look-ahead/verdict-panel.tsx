import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { countOf, formatCount, formatWith } from "#src/format/number.ts";
import { CONTACT_EMAIL } from "#src/product.ts";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Decision } from "#workers/model/decision.ts";
import type { LookAheadFinding, LookAheadVerdict } from "#workers/model/look-ahead.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import styles from "./look-ahead-page.module.css";

interface VerdictPanelProps {
  readonly verdict: LookAheadVerdict;
  readonly priceBasis: Strategy["simulation"]["priceBasis"];
}

/** The verdict, what was compared for it, and what such a check can't see. */
export function VerdictPanel({ verdict, priceBasis }: VerdictPanelProps): ReactElement {
  const { sessions, skipped, first, changed } = verdict;
  return (
    <Panel title={titleOf(verdict)}>
      <div className={styles["words"]}>
        {first && (
          <>
            <p>
              At {formatCount(changed)} of {countOf(sessions, "session")}, what had been decided or reached up
              to the session changed when the prices after it were taken away. Don't trust results of this
              strategy.
            </p>
            <p>The first of them: {findingText(first)}</p>
            <p>
              That is a fault of ours: please write to <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a>
              .
            </p>
          </>
        )}
        {!first && sessions > 0 && <p>{comparedText(verdict)}</p>}
        {verdict.codeInstruments !== undefined && (
          <p>
            The strategy&apos;s own numbers were worked out again on shorter histories of each instrument: no
            look-ahead found in {countOf(verdict.codeInstruments, "instrument")}. A source may still know the
            best days by heart.
          </p>
        )}
        {sessions === 0 && (
          <p>At none of the sessions could the run be repeated on the data up to it. Try a longer period.</p>
        )}
        {sessions > 0 && skipped > 0 && (
          <p className={page["soft"]}>
            {countOf(skipped, "more session")} could not be compared: up to there the data lacks something
            that the strategy asks for.
          </p>
        )}
        <Unseen verdict={verdict} priceBasis={priceBasis} />
      </div>
    </Panel>
  );
}

function titleOf({ first, sessions }: LookAheadVerdict): string {
  if (first) return "Look-ahead found";
  return sessions > 0 ? "No look-ahead found" : "No verdict";
}

function comparedText({ sessions, firstDate, lastDate, decisions }: LookAheadVerdict): string {
  const span = firstDate && lastDate ? ` from ${formatDay(firstDate)} to ${formatDay(lastDate)}` : "";
  return `The run was repeated with the data cut at ${countOf(sessions, "session")}${span}. Each time it decided exactly what it decides with all the data: ${countOf(decisions, "decision")} on these days, and every decision and account value before them.`;
}

/** What is in the data itself: it is the same with and without the later prices. */
function Unseen({ verdict, priceBasis }: VerdictPanelProps): ReactElement {
  const inData = verdict.warnings.filter(({ code }) => code === "market-cap-look-ahead");
  return (
    <div className={page["soft"]}>
      <p>What no such check can see is what the data itself knows ahead:</p>
      <ul>
        {inData.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
        {priceBasis === "adjusted" && (
          <li>Adjusted prices are worked out backwards from later splits and dividends.</li>
        )}
        <li>A dataset of companies that still exist today leaves out those that failed.</li>
      </ul>
    </div>
  );
}

/** A difference that the check found, in words. */
function findingText(finding: LookAheadFinding): string {
  const [whole, cut] = bothTexts(finding);
  return `data cut after ${formatDay(finding.cutAfter)}. With all the data: ${whole}. Without what came later: ${cut}.`;
}

/** With all the data, and without its end. */
function bothTexts(finding: LookAheadFinding): readonly [string, string] {
  switch (finding.type) {
    case "decision":
      return [decisionText(finding.whole), decisionText(finding.cut)];
    case "size":
      return [sizeText(finding, finding.whole), sizeText(finding, finding.cut)];
    case "value":
      return [valueText(finding.date, finding.whole), valueText(finding.date, finding.cut)];
  }
}

function sizeText({ instrument, date }: { instrument: string; date: string }, value: number): string {
  return `a buy of ${instrument}, ordered on ${formatDay(date)}, might cost ${number(value)}`;
}

function valueText(date: string, value: number): string {
  return `the account stood at ${number(value)} on ${formatDay(date)}`;
}

function decisionText(decision: Decision | null): string {
  if (!decision) return "nothing more was decided";
  const place = `${decision.instrument} on ${formatDay(formatIsoDay(decision.day))}`;
  switch (decision.type) {
    case "candidate":
      return `a candidate to buy, ${place}, ${candidateText(decision)}`;
    case "exit":
      return `to be sold, ${place} (${decision.reason})`;
    case "part":
      return `a part to be sold, ${place}: ${number(decision.quantity)} (${decision.reason})`;
    case "more":
      return `more to be bought, ${place}, for ${number(decision.money)}`;
    case "buy":
    case "sell":
      return `${decision.type === "buy" ? "bought" : "sold"}, ${place}: ${number(decision.quantity)} at ${number(decision.price)}`;
    case "lapse":
      return `an order not filled, ${place} (${decision.reason})`;
  }
}

function candidateText({ rank, outcome }: Extract<Decision, { type: "candidate" }>): string {
  if (outcome === "unaffordable") return "too expensive for a slot";
  return `number ${rank} in the order${outcome === "ordered" ? ", ordered" : ", no place free"}`;
}

function number(value: number): string {
  return formatWith(value, "en", { maximumFractionDigits: 4 });
}
