/** Why an instrument was, or was not, bought or sold on a day of the run. */
import { useId, useMemo, useState } from "react";
import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { formatMoney } from "#src/format/money.ts";
import { formatCount, formatDecimal, formatPercent } from "#src/format/number.ts";
import { shown } from "#src/format/shown.ts";
import { askOfRun } from "#src/run/ask.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { Button } from "#src/ui/button.tsx";
import { FactList } from "#src/ui/fact-list.tsx";
import { TextField } from "#src/ui/field.tsx";
import type { Result } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { WeightsOfDay, Why } from "#workers/model/why.ts";
import { BuyRules, ScannerRules, SellRules } from "../day-rules.tsx";
import { Part } from "../part.tsx";
import { explainInWords } from "../why-text.ts";
import styles from "./why-part.module.css";

interface WhyPartProps {
  readonly run: RunRecord;
  readonly report: Report;
}

export function WhyPart({ run, report }: WhyPartProps): ReactElement {
  const { backtestStart, backtestEnd } = report.metadata;
  const [instrument, setInstrument] = useState("");
  const [date, setDate] = useState(backtestEnd);
  const [isAsking, setIsAsking] = useState(false);
  const [answer, setAnswer] = useState<Result<Why> | null>(null);
  const listId = useId();
  const symbols = useMemo(
    () => [...new Set(report.positions.map(({ instrument: symbol }) => symbol))].toSorted(),
    [report],
  );
  const ask = async () => {
    setIsAsking(true);
    const of = { instrument: instrument.trim(), date };
    setAnswer(await askOfRun("explain", run, (request) => ({ ...request, ...of })));
    setIsAsking(false);
  };
  const wrong = answer?.ok === false ? answer.problem : null;
  return (
    <Part title="Why / why not" note="Each condition of a day, with its value and verdict">
      <form
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (instrument.trim() !== "" && !isAsking) void ask();
        }}
      >
        <TextField
          label="Instrument"
          list={listId}
          value={instrument}
          placeholder="Symbol or name"
          error={wrong?.place === "instrument" ? wrong.message : undefined}
          onChange={({ target }) => setInstrument(target.value)}
        />
        <datalist id={listId}>
          {symbols.map((symbol) => (
            <option key={symbol}>{symbol}</option>
          ))}
        </datalist>
        <TextField
          label="Day"
          type="date"
          min={backtestStart}
          max={backtestEnd}
          value={date}
          error={wrong?.place === "date" ? wrong.message : undefined}
          onChange={({ target }) => setDate(target.value)}
        />
        <Button type="submit" kind="primary" disabled={instrument.trim() === "" || isAsking}>
          Explain
        </Button>
      </form>
      <section className={styles["answer"]} aria-label="Answer" aria-live="polite">
        {isAsking && `Running up to ${formatDay(date)} again...`}
        {!isAsking && wrong && wrong.place !== "instrument" && wrong.place !== "date" && wrong.message}
        {!isAsking && answer?.ok && <WhyAnswer why={answer.value} strategy={run.strategy} />}
      </section>
    </Part>
  );
}

/** What it is of the account, and what it is to be. */
function weightFacts({ share, target, band }: WeightsOfDay) {
  return [
    { name: "Share of the account", value: formatPercent(share, 1) },
    { name: "Planned", value: formatPercent(target, 1) },
    ...(band === null || band === 0 || band === Infinity
      ? []
      : [{ name: "Band", value: `${formatDecimal(band, 1)} points` }]),
  ];
}

interface WhyAnswerProps {
  readonly why: Why;
  readonly strategy: Strategy;
}

/** The sentence first, then what it rests on. */
function WhyAnswer({ why, strategy }: WhyAnswerProps): ReactElement {
  const { account, currency } = why;
  const money = (value: number | null) => formatMoney(value, currency, 0);
  return (
    <>
      <p className={styles["sentence"]}>
        {shown(why.label)}, {formatDay(why.date)}: {explainInWords(why, strategy).join(" ")}
      </p>
      <ScannerRules why={why} strategy={strategy} />
      <BuyRules why={why} strategy={strategy} />
      {why.position && <SellRules position={why.position} currency={currency} />}
      <FactList
        facts={[
          { name: "Close", value: formatMoney(why.close, currency, 2) },
          { name: "Met the rules", value: formatCount(account.candidates) },
          {
            name: "Open positions",
            value: `${formatCount(account.openPositions)} of ${formatCount(account.maxPositions)}`,
          },
          { name: "Places to fill", value: formatCount(account.freeSlots) },
          { name: why.weights ? "Its order" : "A place", value: money(account.slotValue) },
          { name: "Cash", value: money(account.cash) },
          { name: "Equity", value: money(account.equity) },
          ...(account.owed > 0 ? [{ name: "Still to be paid out", value: money(account.owed) }] : []),
          ...(why.weights ? weightFacts(why.weights) : []),
        ]}
      />
    </>
  );
}
