/** What a run by weights held over time, and how it was set back to its plan: worked out again from the prices. */
import { useEffect, useMemo, useRef, useState } from "react";
import type { ReactElement, RefObject } from "react";
import { formatDay, formatEpochDay } from "#src/format/day.ts";
import { formatMoney } from "#src/format/money.ts";
import { countOf, formatPercent, formatPoints } from "#src/format/number.ts";
import { askOfRun } from "#src/run/ask.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { HeadedChart } from "#src/ui/chart-figure.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { FactList } from "#src/ui/fact-list.tsx";
import page from "#src/ui/page.module.css";
import { saveDrawing } from "#src/ui/picture.ts";
import type { TableColumn } from "#src/ui/table-column.ts";
import { useIsPhone } from "#src/ui/use-media.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import { formatIsoDay, toEpochDay, yearOf } from "#workers/model/day.ts";
import type { Holdings, SetBack } from "#workers/model/holdings.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";
import { Part } from "../part.tsx";
import { fileName, saveTable } from "../report-files.ts";
import {
  areasOf,
  describeHeld,
  heldFacts,
  offPoints,
  offText,
  ordersText,
  setBackSummary,
  whenInWords,
} from "./held-words.ts";
import styles from "./held-part.module.css";
import { longestInWords, regimeName, regimesInWords, regimesOf } from "./regimes.ts";
import type { Regime } from "./regimes.ts";
import { StackedAreas } from "./stacked-areas.tsx";
import type { RibbonPart } from "./stacked-areas.tsx";

interface HeldPartProps {
  readonly run: RunRecord;
  readonly report: Report;
  /** Begin with it: the page's first parts come before. */
  readonly isWanted: boolean;
}

export function HeldPart({ run, report, isWanted }: HeldPartProps): ReactElement {
  const found = useHoldings(run, isWanted);
  if (found?.ok) return <Held report={report} holdings={found.value} />;
  return (
    <Part title="What was held">
      <p className={found === null ? styles["place"] : page["quiet"]}>
        {found === null ? "Reading the prices again..." : found.problem.message}
      </p>
    </Part>
  );
}

/** null while the worker is at it. */
function useHoldings(run: RunRecord, isWanted: boolean): Result<Holdings> | null {
  const [found, setFound] = useState<Result<Holdings> | null>(null);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isWaiting = true;
    const wait = async () => {
      const result = await askOfRun("holdings", run, (request) => request);
      if (isWaiting) setFound(result);
    };
    void wait();
    return () => {
      isWaiting = false;
    };
  }, [run, isWanted]);
  return found;
}

interface HeldProps {
  readonly report: Report;
  readonly holdings: Holdings;
}

function Held({ report, holdings }: HeldProps): ReactElement {
  const { currency } = report.metadata;
  const { day, setBacks } = holdings;
  const drawing = useRef<SVGSVGElement>(null);
  const areas = useMemo(() => areasOf(holdings), [holdings]);
  const columns = useMemo(() => shareColumns(holdings), [holdings]);
  const regimes = useMemo(() => regimesOf(holdings), [holdings]);
  const rows = useMemo(() => Array.from(day, (_, point) => point).toReversed(), [day]);
  const facts = useMemo(() => heldFacts(holdings, currency), [holdings, currency]);
  const isPhone = useIsPhone();
  const changes = regimesInWords(regimes, holdings);
  const summary =
    isPhone && changes !== ""
      ? changes // the rest is in the table
      : [describeHeld(holdings), changes, longestInWords(regimes, holdings)].filter(Boolean).join(" ");
  return (
    <div className={styles["held"]}>
      <HeadedChart
        title="What was held"
        note={whenInWords(holdings)}
        name="What was held"
        summary={summary}
        onPicture={() => {
          if (drawing.current) void saveDrawing(fileName(report, "held"), drawing.current);
        }}
        onCsv={() =>
          saveTable(
            report,
            "held",
            ["date", ...areas.map(({ name }) => name)],
            Array.from(day, (at, point) => [
              formatIsoDay(at),
              ...areas.map(({ share }) => share[point] ?? null),
            ]),
          )
        }
        renderTable={() => (
          <WindowedTable
            label="What was held, newest first"
            columns={columns}
            rows={rows}
            rowKey={String}
            dense
            phone={{ figure: areas[0]?.name ?? "Cash", second: "Cash" }}
          />
        )}
      >
        <HeldAreas holdings={holdings} regimes={regimes} drawing={drawing} />
      </HeadedChart>
      {!isPhone && <FactList facts={facts} />}
      {setBacks.length > 0 && (
        <div className={styles["whole"]}>
          <Disclosure summary={`Set back to plan: ${countOf(setBacks.length, "day")} with orders`}>
            {() => (
              <div className={page["close"]}>
                {isPhone && <FactList facts={facts} />}
                <SetBacks report={report} setBacks={setBacks} />
              </div>
            )}
          </Disclosure>
        </div>
      )}
    </div>
  );
}

interface HeldAreasProps {
  readonly holdings: Holdings;
  readonly regimes: readonly Regime[];
  /** The drawing, to be saved. */
  readonly drawing: RefObject<SVGSVGElement | null>;
}

/** Shares of the account over time, and below them who was held together. */
export function HeldAreas({ holdings, regimes, drawing }: HeldAreasProps): ReactElement {
  const areas = useMemo(() => areasOf(holdings), [holdings]);
  const ribbon = useMemo(() => ribbonOf(regimes, holdings), [regimes, holdings]);
  const years = useMemo(() => yearsOf(holdings.day), [holdings]);
  const below = ribbon.length === 0 ? "" : ", and below them who was held together";
  return (
    <StackedAreas
      day={holdings.day}
      areas={areas}
      ribbon={ribbon}
      label={`${whenInWords(holdings)}, one upon the other${below}; the text says the mean of each`}
      formatDay={formatEpochDay}
      years={years}
      drawing={drawing}
    />
  );
}

function ribbonOf(regimes: readonly Regime[], holdings: Holdings): readonly RibbonPart[] {
  return regimes.map((regime) => ({
    name: regimeName(regime, holdings),
    from: regime.from,
    to: regime.to,
    looks: regime.held.length === 0 ? ["cash"] : regime.held,
  }));
}

interface SetBacksProps {
  readonly report: Report;
  readonly setBacks: readonly SetBack[];
}

function SetBacks({ report, setBacks }: SetBacksProps): ReactElement {
  const { currency } = report.metadata;
  const columns = useMemo(() => setBackColumns(currency), [currency]);
  const rows = useMemo(() => setBacks.toReversed(), [setBacks]);
  return (
    <HeadedChart
      title="Set back to plan"
      name="Set back to plan"
      summary={setBackSummary(setBacks, currency)}
      onCsv={() =>
        saveTable(
          report,
          "set-back",
          [
            "date",
            "instrument",
            "sharePercent",
            "planPercent",
            "sales",
            "purchases",
            "costs",
            "turnoverPercent",
          ],
          setBacks.map(({ date, furthest, sells, buys, costs, turnover }) => [
            date,
            furthest?.instrument ?? null,
            furthest?.share ?? null,
            furthest?.target ?? null,
            sells,
            buys,
            costs,
            turnover,
          ]),
        )
      }
    >
      <WindowedTable
        label="Set back to plan, newest first"
        columns={columns}
        rows={rows}
        rowKey={setBackKey}
        dense
        phone={{ figure: "Turnover", second: "Off by, points", detail: offText }}
      />
    </HeadedChart>
  );
}

export function setBackKey({ date }: SetBack): string {
  return date;
}

export function setBackColumns(currency: string): readonly TableColumn<SetBack>[] {
  return [
    { title: "Decided on", cell: ({ date }) => formatDay(date) },
    { title: "Furthest off", cell: offText },
    { title: "Off by, points", end: true, cell: (row) => formatPoints(offPoints(row)) },
    { title: "Orders", cell: ordersText },
    { title: "Costs", end: true, cell: ({ costs }) => formatMoney(costs, currency, 0) },
    { title: "Turnover", end: true, cell: ({ turnover }) => formatPercent(turnover, 1) },
  ];
}

/** By point. */
function shareColumns(holdings: Holdings): readonly TableColumn<number>[] {
  return [
    { title: "At the close of", cell: (point) => formatEpochDay(holdings.day[point] ?? 0) },
    ...areasOf(holdings).map(({ name, share }): TableColumn<number> => ({
      title: name,
      end: true,
      cell: (point) => formatPercent(share[point] ?? null, 1),
    })),
  ];
}

/** The years of the points, each with the day on which it begins; the first with the first point. */
function yearsOf(day: Int32Array): readonly { readonly name: string; readonly day: number }[] {
  const [first, last] = [yearOf(day[0] ?? 0), yearOf(day.at(-1) ?? 0)];
  return Array.from({ length: last - first + 1 }, (_, at) => ({
    name: String(first + at),
    day: at === 0 ? (day[0] ?? 0) : toEpochDay(first + at, 1, 1),
  }));
}
