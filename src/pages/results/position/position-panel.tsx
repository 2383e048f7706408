/** The chart of one position of the run, with what was decided at its two ends; previous and next by button and key. */
import { useEffect, useRef, useState } from "react";
import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { formatMoney, formatMoneyChange, formatQuantity } from "#src/format/money.ts";
import { formatCount, formatPercentChange } from "#src/format/number.ts";
import { shown } from "#src/format/shown.ts";
import { askOfRun } from "#src/run/ask.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { Button } from "#src/ui/button.tsx";
import { Change } from "#src/ui/change.tsx";
import { FactList } from "#src/ui/fact-list.tsx";
import { usePageKeys } from "#src/ui/page-keys.ts";
import page from "#src/ui/page.module.css";
import { DELISTED_AFTER } from "#workers/model/bar-length.ts";
import type { PositionPath } from "#workers/model/position-path.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Position, Report } from "#workers/model/report.ts";
import { BuyRules, ScannerRules, SellRules } from "../day-rules.tsx";
import type { Exits } from "../exit-reasons.ts";
import { explainInWords } from "../why-text.ts";
import { PositionFills } from "./position-fills.tsx";
import { PositionFigure } from "./position-figure.tsx";
import styles from "./position-panel.module.css";

interface PositionPanelProps {
  readonly run: RunRecord;
  readonly report: Report;
  readonly exits: Exits;
  readonly position: Position;
  /** Its place in the table, from 0; below 0 where the table's filters hide it. */
  readonly place: number;
  /** Rows of the table. */
  readonly count: number;
  /** Shows the position so many rows on. */
  readonly onStep: (rows: number) => void;
  readonly onClose: () => void;
}

export function PositionPanel(props: PositionPanelProps): ReactElement {
  const { run, report, exits, position, place, count, onStep, onClose } = props;
  const loaded = usePath(run, position);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "start" });
  }, []);
  usePageKeys({ "[": () => onStep(-1), "]": () => onStep(1) });
  return (
    <section className={styles["panel"]} aria-labelledby="position-heading">
      <div className={styles["top"]}>
        <div>
          <h3 id="position-heading" ref={heading} tabIndex={-1} className={styles["heading"]}>
            {position.label === position.instrument
              ? position.instrument
              : shown(`${position.instrument} · ${position.label}`)}
          </h3>
          <p className={page["soft"]} aria-live="polite">
            {place < 0
              ? `Bought on ${formatDay(position.entryDate)}; the table's filters hide it`
              : `Bought on ${formatDay(position.entryDate)}; ${formatCount(place + 1)} of ${formatCount(count)} in the table's order`}
          </p>
        </div>
        <div className={page["actions"]}>
          <Button
            size="small"
            aria-keyshortcuts="["
            disabled={count === 0 || place === 0}
            onClick={() => onStep(-1)}
          >
            Previous, key [
          </Button>
          <Button
            size="small"
            aria-keyshortcuts="]"
            disabled={count === 0 || place === count - 1}
            onClick={() => onStep(1)}
          >
            Next, key ]
          </Button>
          <Button size="small" onClick={onClose}>
            Close the chart
          </Button>
        </div>
      </div>
      <PositionFacts position={position} exits={exits} currency={report.metadata.currency} />
      {loaded === null && <output>Reading the prices again...</output>}
      {loaded?.path.ok === false && <p role="alert">{loaded.path.problem.message}</p>}
      {loaded?.path.ok === true && (
        <div className={page["parts"]} aria-busy={loaded.position !== position}>
          <PositionFigure
            key={`${loaded.position.instrument} ${loaded.position.entryDate}`}
            report={report}
            position={loaded.position}
            reason={exits.nameOf(exits.keyOf(loaded.position))}
            path={loaded.path.value}
          />
          {loaded.path.value.fills.length > 2 && (
            <PositionFills
              fills={loaded.path.value.fills}
              exits={exits}
              currency={report.metadata.currency}
            />
          )}
          <PositionDecisions run={run} report={report} position={loaded.position} path={loaded.path.value} />
        </div>
      )}
    </section>
  );
}

interface PositionFactsProps {
  readonly position: Position;
  readonly exits: Exits;
  readonly currency: string;
}

function PositionFacts({ position, exits, currency }: PositionFactsProps): ReactElement {
  const { entryDate, exitDate, entryPrice, exitPrice, quantity, profit, profitPercent } = position;
  const isOpen = position.exitReason === "open";
  return (
    <FactList
      facts={[
        { name: "Bought", value: `${formatDay(entryDate)} at ${formatMoney(entryPrice, currency, 2)}` },
        {
          name: isOpen ? "Last price" : "Sold",
          value: `${formatDay(exitDate)} at ${formatMoney(exitPrice, currency, 2)}`,
        },
        { name: "Quantity", value: formatQuantity(quantity, currency) },
        {
          name: "Profit",
          value: <Change value={profit} text={formatMoneyChange(profit, currency, 2)} />,
        },
        {
          name: "Profit %",
          value: <Change value={profitPercent} text={formatPercentChange(profitPercent, 2)} />,
        },
        {
          name: "Days held",
          value: formatCount(position.daysHeld),
          explanation: "Sessions: trading days from entry to exit, without weekends and holidays.",
        },
        { name: "Reason", value: exits.nameOf(exits.keyOf(position)) },
      ]}
    />
  );
}

interface LoadedPath {
  readonly position: Position;
  readonly path: Result<PositionPath>;
}

/** What the worker makes of a position; null at first, then the one before stays until the new one is there. */
function usePath(run: RunRecord, position: Position): LoadedPath | null {
  const [loaded, setLoaded] = useState<LoadedPath | null>(null);
  useEffect(() => {
    let isWanted = true;
    const wait = async () => {
      const { instrument, entryDate, exitDate, exitReason } = position;
      const path = await askOfRun("follow", run, (request) => ({
        ...request,
        position: { instrument, entryDate, exitDate, exitReason },
      }));
      if (isWanted) setLoaded({ position, path });
    };
    void wait();
    return () => {
      isWanted = false;
    };
  }, [run, position]);
  return loaded;
}

interface PositionDecisionsProps {
  readonly run: RunRecord;
  readonly report: Report;
  readonly position: Position;
  readonly path: PositionPath;
}

/** The rules with their values on the days on which the buy and the sale were decided. */
function PositionDecisions({ run, report, position, path }: PositionDecisionsProps): ReactElement {
  const { entryDecision, exitDecision } = path;
  const { strategy } = run;
  return (
    <div className={styles["decisions"]}>
      <section className={styles["decision"]} aria-label="Decision to buy">
        <h4>Decision to buy, {formatDay(entryDecision.date)}</h4>
        <p>{explainInWords(entryDecision, strategy).join(" ")}</p>
        <ScannerRules why={entryDecision} strategy={strategy} />
        <BuyRules why={entryDecision} strategy={strategy} />
      </section>
      <section className={styles["decision"]} aria-label="Decision to sell">
        {exitDecision === null ? (
          <>
            <h4>No decision to sell</h4>
            <p>
              No sell rule ended this position: its prices did. After{" "}
              {DELISTED_AFTER[report.metadata.frequency ?? "daily"]} sessions without one it was presumed
              delisted, on {formatDay(position.exitDate)}.
            </p>
          </>
        ) : (
          <>
            <h4>
              {position.exitReason === "open" ? "Last day of the run" : "Decision to sell"},{" "}
              {formatDay(exitDecision.date)}
            </h4>
            <p>{explainInWords(exitDecision, strategy).join(" ")}</p>
            {exitDecision.position && (
              <SellRules position={exitDecision.position} currency={exitDecision.currency} />
            )}
          </>
        )}
      </section>
    </div>
  );
}
