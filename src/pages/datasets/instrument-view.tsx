import { useEffect, useMemo, useState } from "react";
import type { ReactElement } from "react";
import { toCsv } from "#src/format/csv.ts";
import { formatDay, formatEpochDay } from "#src/format/day.ts";
import { currencyOfExchange } from "#src/format/exchange-currency.ts";
import { formatPrice } from "#src/format/money.ts";
import { countOf, formatCount } from "#src/format/number.ts";
import { askOfDataset } from "#src/run/ask.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { CandleChart } from "#src/ui/candle-chart.tsx";
import type { CandleDrawing, CandleTexts } from "#src/ui/candle-drawing.ts";
import { ChartFigure } from "#src/ui/chart-figure.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import { saveCanvas } from "#src/ui/picture.ts";
import { saveFile } from "#src/ui/save-file.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { TableColumn } from "#src/ui/table-column.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { InstrumentBars, InstrumentSummary } from "#workers/model/instruments.ts";
import { RATE_TYPE } from "#workers/model/market.ts";
import type { Result } from "#workers/model/problem.ts";
import { candleScene, rateScene } from "./candle-scene.ts";
import styles from "./instruments-page.module.css";
import { FactFigure } from "./fact-figure.tsx";
import { findingSentences } from "./quality-words.ts";
import { SplitList } from "./split-list.tsx";

interface InstrumentViewProps {
  readonly dataset: Dataset;
  readonly instrument: InstrumentSummary;
  /** Which reading of the dataset the instrument is of: another one brings other bars. */
  readonly reading: number;
}

/** The chart of one instrument, its twins in words and figures, and what its bars show. */
export function InstrumentView({ dataset, instrument, reading }: InstrumentViewProps): ReactElement {
  const { symbol, name, quality } = instrument;
  const loaded = useBars(dataset.id, symbol, reading);
  const bars = loaded?.bars ?? null;
  const sentences = findingSentences(quality);
  const [range, setRange] = useState<DayRange | null>(null);
  const days = bars?.ok === true ? bars.value.day : null;
  const daysShown = useMemo(() => days && daysIn(days, range), [days, range]);
  const currency = instrument.currency || currencyOfExchange(instrument.exchange, null);
  const price = useMemo(() => (value: number) => formatPrice(value, currency), [currency]);
  return (
    <Panel title={name === "" ? symbol : `${symbol} · ${name}`}>
      <div className={styles["stack"]} aria-busy={loaded?.reading !== reading}>
        {bars === null && <output>Reading the bars…</output>}
        {bars?.ok === false && <WarningBanner message={bars.problem.message} />}
        {bars?.ok === true && (
          <BarsFigure
            dataset={dataset}
            instrument={instrument}
            bars={bars.value}
            price={price}
            onShown={bars.value.facts ? setRange : undefined}
          />
        )}
        {bars?.ok === true && bars.value.facts && bars.value.day.length > 0 && (
          <FactFigure symbol={symbol} days={daysShown ?? bars.value.day} facts={bars.value.facts} />
        )}
        <SplitList dataset={dataset} quality={quality} formatPrice={price} />
        <section className={styles["stack"]} aria-labelledby="findings">
          <h3 id="findings">Other findings</h3>
          {sentences.length === 0 ? (
            <p className={page["soft"]}>
              {isOfRates(instrument)
                ? "No rates dated in the future. Rates have no sessions, and may stand still."
                : "No gaps, no stale prices, no bars dated in the future."}
            </p>
          ) : (
            <ul className={styles["findings"]}>
              {sentences.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </Panel>
  );
}

/** EpochDays in sight, both included. */
interface DayRange {
  readonly from: number;
  readonly to: number;
}

/** The days of bars in a range; all of them where it has none. */
function daysIn(days: Int32Array, range: DayRange | null): Int32Array {
  if (!range) return days;
  const first = days.findIndex((day) => day >= range.from);
  const last = days.findLastIndex((day) => day <= range.to);
  return first < 0 || last < first ? days : days.subarray(first, last + 1);
}

interface LoadedBars {
  readonly bars: Result<InstrumentBars>;
  /** Number of the dataset's reading that the bars are of. */
  readonly reading: number;
}

/** null before the first; those of an earlier reading stay until the new ones are there. */
function useBars(datasetId: string, symbol: string, reading: number): LoadedBars | null {
  const [loaded, setLoaded] = useState<LoadedBars | null>(null);
  useEffect(() => {
    let isWanted = true;
    const readBars = async (): Promise<void> => {
      const bars = await askOfDataset("loadBars", datasetId, (source) => ({ source, symbol }));
      if (isWanted) setLoaded({ bars, reading });
    };
    void readBars();
    return () => {
      isWanted = false;
    };
  }, [datasetId, symbol, reading]);
  return loaded;
}

interface BarsFigureProps extends Omit<InstrumentViewProps, "reading"> {
  readonly bars: InstrumentBars;
  readonly price: (value: number) => string;
  readonly onShown: ((range: DayRange) => void) | undefined;
}

function BarsFigure({ dataset, instrument, bars, price, onShown }: BarsFigureProps): ReactElement {
  const { symbol, quality } = instrument;
  const isRate = isOfRates(instrument);
  const scene = useMemo(
    () => (isRate ? rateScene(bars) : candleScene(bars, quality, dataset.splits)),
    [bars, quality, dataset.splits, isRate],
  );
  const texts = useMemo(
    (): CandleTexts => ({ day: formatEpochDay, price, volume: (value) => formatCount(Math.round(value)) }),
    [price],
  );
  const rows = useMemo(() => Array.from(bars.day.keys()).toReversed(), [bars]);
  const columns = useMemo(
    () => (isRate ? rateColumns(bars, texts) : barColumns(bars, texts)),
    [bars, texts, isRate],
  );
  const [drawing, setDrawing] = useState<CandleDrawing | null>(null);
  const tellShown = useMemo(
    () => onShown && ((from: number, to: number) => onShown({ from, to })),
    [onShown],
  );
  if (rows.length === 0) return <p className={page["soft"]}>No bars.</p>;
  return (
    <ChartFigure
      name={isRate ? "Rates" : "Prices"}
      summary={isRate ? describeRates(instrument, bars, price) : describeBars(instrument, bars, price)}
      onPicture={() => {
        if (drawing) saveCanvas(fileName(symbol), drawing.picture());
      }}
      onCsv={() => saveFile(`${fileName(symbol)}.csv`, "text/csv", barsCsv(bars))}
      renderTable={() => (
        <WindowedTable
          label={`${isRate ? "Rates" : "Bars"} of ${symbol}`}
          columns={columns}
          rows={rows}
          rowKey={String}
          dense
          phone={isRate ? { figure: "Rate" } : { figure: "Close", second: "Volume" }}
        />
      )}
    >
      <CandleChart
        scene={scene}
        texts={texts}
        onDrawing={setDrawing}
        {...(tellShown ? { onShown: tellShown } : {})}
      />
    </ChartFigure>
  );
}

function isOfRates({ instrumentType }: InstrumentSummary): boolean {
  return instrumentType === RATE_TYPE;
}

/** A name of characters that every system takes, without an ending. */
function fileName(symbol: string): string {
  return `${symbol.replaceAll(/[^\p{Letter}\p{Number}]+/gu, "-").slice(0, 60)}-prices`;
}

function barsCsv({ day, open, high, low, close, volume }: InstrumentBars): string {
  const columns = [open, high, low, close, volume];
  return toCsv(
    ["date", "open", "high", "low", "close", "volume"],
    Array.from(day, (bar, row) => [formatIsoDay(bar), ...columns.map((column) => column[row] ?? null)]),
  );
}

function describeBars(
  { symbol, firstDate, lastDate, quality }: InstrumentSummary,
  { close, high, low }: InstrumentBars,
  price: (value: number) => string,
): string {
  const highest = high.reduce((most, value) => Math.max(most, value), -Infinity);
  const lowest = low.reduce((least, value) => Math.min(least, value), Infinity);
  const gaps = quality.gapCount > 0 ? ` The longest gaps are left blank.` : "";
  return `${symbol}: ${countOf(close.length, "bar")} from ${formatDay(firstDate)} to ${formatDay(lastDate)}, from a close of ${price(close[0] ?? Number.NaN)} to ${price(close.at(-1) ?? Number.NaN)}; the lowest price was ${price(lowest)}, the highest ${price(highest)}.${gaps}`;
}

function describeRates(
  { symbol, firstDate, lastDate }: InstrumentSummary,
  { close }: InstrumentBars,
  rate: (value: number) => string,
): string {
  const highest = close.reduce((most, value) => Math.max(most, value), -Infinity);
  const lowest = close.reduce((least, value) => Math.min(least, value), Infinity);
  return `${symbol}: ${countOf(close.length, "rate")} from ${formatDay(firstDate)} to ${formatDay(lastDate)}, from ${rate(close[0] ?? Number.NaN)} to ${rate(close.at(-1) ?? Number.NaN)}; the lowest was ${rate(lowest)}, the highest ${rate(highest)}. They are never traded.`;
}

function figureColumn(
  title: string,
  values: Float64Array,
  text: (value: number) => string,
): TableColumn<number> {
  return { title, end: true, cell: (row) => text(values[row] ?? Number.NaN) };
}

function rateColumns(bars: InstrumentBars, { day, price }: CandleTexts): readonly TableColumn<number>[] {
  return [{ title: "Day", cell: (row) => day(bars.day[row] ?? 0) }, figureColumn("Rate", bars.close, price)];
}

/** A row is a place in the bars. */
function barColumns(
  bars: InstrumentBars,
  { day, price, volume }: CandleTexts,
): readonly TableColumn<number>[] {
  return [
    { title: "Day", cell: (row) => day(bars.day[row] ?? 0) },
    figureColumn("Open", bars.open, price),
    figureColumn("High", bars.high, price),
    figureColumn("Low", bars.low, price),
    figureColumn("Close", bars.close, price),
    figureColumn("Volume", bars.volume, volume),
  ];
}
