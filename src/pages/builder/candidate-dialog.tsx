/** One instrument's chart, with an arrow at each day on which the rules of the step are true, or the one that is chosen. */
import { Dialog as Primitive } from "radix-ui";
import { useEffect, useMemo, useState } from "react";
import type { ReactElement } from "react";
import { toCsv } from "#src/format/csv.ts";
import { formatEpochDay } from "#src/format/day.ts";
import { formatPrice } from "#src/format/money.ts";
import { countOf, formatCount } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import { askOfStrategy } from "#src/run/ask.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { CandleChart } from "#src/ui/candle-chart.tsx";
import type { CandleDrawing, CandleScene, CandleTexts } from "#src/ui/candle-drawing.ts";
import { ChartFigure } from "#src/ui/chart-figure.tsx";
import { SelectField } from "#src/ui/field.tsx";
import { Modal } from "#src/ui/modal.tsx";
import { saveCanvas } from "#src/ui/picture.ts";
import { saveFile } from "#src/ui/save-file.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { CandidateDays, NamedInstrument } from "#workers/model/instruments.ts";
import type { Result } from "#workers/model/problem.ts";
import styles from "./candidates-panel.module.css";
import type { FormOutcome } from "./form-values.ts";
import { markedRules } from "./marked-rules.ts";
import type { MarkedRule } from "./marked-rules.ts";
import type { StepKey } from "./steps.ts";

interface CandidateDialogProps {
  readonly instrument: NamedInstrument;
  readonly outcome: FormOutcome;
  /** Whose rules are looked at: the scanner's alone, scanner and buy rules, or the sell rules. */
  readonly step: StepKey;
  readonly currency: string;
  readonly onClose: () => void;
}

export function CandidateDialog({
  instrument,
  outcome,
  step,
  currency,
  onClose,
}: CandidateDialogProps): ReactElement {
  const { symbol, name } = instrument;
  const { strategy, datasetId } = outcome;
  const choices = useMemo(() => markedRules(strategy, step), [strategy, step]);
  const [chosen, setChosen] = useState("");
  const marked = choices.find(({ label }) => label === chosen) ?? choices[0] ?? null;
  const found = useDays(marked, datasetId, symbol);
  const isFinding = marked !== null && found?.of.label !== marked.label;
  return (
    <Modal onClose={onClose} size="wide">
      <div className={styles["dialog"]} aria-busy={isFinding}>
        <div className={styles["head"]}>
          <Primitive.Title>{shownName(name === "" ? symbol : `${symbol} · ${name}`)}</Primitive.Title>
          <Button size="small" onClick={onClose}>
            Close
          </Button>
        </div>
        {marked === null && <p>{NO_DAYS}</p>}
        {choices.length > 1 && (
          <SelectField
            label="Mark the days of"
            options={choices.map(({ label }) => ({ value: label, label: shownName(label) }))}
            value={marked?.label ?? ""}
            onChange={({ target }) => setChosen(target.value)}
          />
        )}
        {isFinding && found === null && <output>Reading its bars…</output>}
        {found?.days.ok === false && <WarningBanner message={found.days.problem.message} />}
        {found?.days.ok && (
          <DaysFigure symbol={symbol} words={found.of.words} found={found.days.value} currency={currency} />
        )}
      </div>
    </Modal>
  );
}

const NO_DAYS =
  "Every sell rule asks about an open position, so none has days of its own. The chart of a trade on the result shows where each one sold.";

interface FoundDays {
  readonly of: MarkedRule;
  readonly days: Result<CandidateDays>;
}

/** The last ones stand until the next are there; null before the first. */
function useDays(marked: MarkedRule | null, datasetId: string, symbol: string): FoundDays | null {
  const [found, setFound] = useState<FoundDays | null>(null);
  const asked = JSON.stringify(marked);
  useEffect(() => {
    let isWanted = true;
    const find = async () => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written as text a few lines above
      const of = JSON.parse(asked) as MarkedRule | null;
      if (of === null) return;
      const days = await askOfStrategy("findDays", { strategy: of.strategy, datasetId }, (request) => ({
        ...request,
        instrument: symbol,
      }));
      if (isWanted) setFound({ of, days });
    };
    void find();
    return () => {
      isWanted = false;
    };
  }, [asked, datasetId, symbol]);
  return marked && found;
}

interface DaysFigureProps {
  readonly symbol: string;
  /** "passes the scanner". */
  readonly words: string;
  readonly found: CandidateDays;
  readonly currency: string;
}

function DaysFigure({ symbol, words, found, currency }: DaysFigureProps): ReactElement {
  const { bars, days } = found;
  const scene = useMemo(
    (): CandleScene => ({
      candles: bars,
      lines: [],
      blanks: [],
      marks: Array.from(days, (day) => ({ day, text: "", place: "below" })),
    }),
    [bars, days],
  );
  const texts = useMemo(
    (): CandleTexts => ({
      day: formatEpochDay,
      price: (value) => formatPrice(value, currency),
      volume: (value) => formatCount(Math.round(value)),
    }),
    [currency],
  );
  const [drawing, setDrawing] = useState<CandleDrawing | null>(null);
  const last = days.at(-1);
  const summary = `${shownName(symbol)} ${words} on ${countOf(days.length, "day")} of ${formatCount(bars.day.length)}${last === undefined ? "" : `, the last of them ${formatEpochDay(last)}`}: an arrow below the bar.`;
  return (
    <ChartFigure
      name="Days that pass"
      summary={summary}
      onPicture={() => {
        if (drawing) saveCanvas(`${symbol}-days`, drawing.picture());
      }}
      onCsv={() => saveFile(`${symbol}-days.csv`, "text/csv", daysCsv(days))}
    >
      <CandleChart scene={scene} texts={texts} onDrawing={setDrawing} />
    </ChartFigure>
  );
}

function daysCsv(days: Int32Array): string {
  return toCsv(
    ["date"],
    Array.from(days, (day) => [formatIsoDay(day)]),
  );
}
