/** One instrument's chart, with an arrow at each day on which the rules of the step are true. */
import { Dialog as Primitive } from "radix-ui";
import { useEffect, useMemo, useState } from "react";
import type { ReactElement } from "react";
import { toCsv } from "#src/format/csv.ts";
import { formatEpochDay } from "#src/format/day.ts";
import { currencyOfExchange, formatPrice } from "#src/format/money.ts";
import { countOf, formatCount } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import { findDays } from "#src/run/find-days.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { CandleChart } from "#src/ui/candle-chart.tsx";
import type { CandleDrawing, CandleScene, CandleTexts } from "#src/ui/candle-drawing.ts";
import { ChartFigure } from "#src/ui/chart-figure.tsx";
import { Modal } from "#src/ui/modal.tsx";
import { saveCanvas } from "#src/ui/picture.ts";
import { saveFile } from "#src/ui/save-file.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { CandidateDays, NamedInstrument } from "#workers/model/instruments.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import styles from "./candidates-panel.module.css";
import type { FormOutcome } from "./form-values.ts";
import type { StepKey } from "./steps.ts";

interface CandidateDialogProps {
  readonly instrument: NamedInstrument;
  readonly outcome: FormOutcome;
  /** On the scanner's step its own conditions are looked at, on the others the buy rules too. */
  readonly step: StepKey;
  readonly onClose: () => void;
}

export function CandidateDialog({ instrument, outcome, step, onClose }: CandidateDialogProps): ReactElement {
  const { symbol, name } = instrument;
  const found = useDays(outcome, step, symbol);
  const rules = step === "scanner" ? "the scanner" : "scanner and buy rules";
  return (
    <Modal onClose={onClose} size="wide">
      <div className={styles["dialog"]} aria-busy={found === null}>
        <div className={styles["head"]}>
          <Primitive.Title>{shownName(name === "" ? symbol : `${symbol} · ${name}`)}</Primitive.Title>
          <Button size="small" onClick={onClose}>
            Close
          </Button>
        </div>
        {found === null && <output>Reading its bars…</output>}
        {found?.ok === false && <WarningBanner message={found.problem.message} />}
        {found?.ok && (
          <DaysFigure
            symbol={symbol}
            rules={rules}
            found={found.value}
            currency={currencyOfExchange(outcome.strategy.scanner.exchange)}
          />
        )}
      </div>
    </Modal>
  );
}

/** null until they are there. */
function useDays({ strategy, datasetId }: FormOutcome, step: StepKey, symbol: string) {
  const [found, setFound] = useState<Result<CandidateDays> | null>(null);
  const asked = JSON.stringify(step === "scanner" ? scannerAlone(strategy) : strategy);
  useEffect(() => {
    let isWanted = true;
    const find = async () => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written as text a few lines above
      const days = await findDays(JSON.parse(asked) as Strategy, datasetId, symbol);
      if (isWanted) setFound(days);
    };
    void find();
    return () => {
      isWanted = false;
    };
  }, [asked, datasetId, symbol]);
  return found;
}

function scannerAlone(strategy: Strategy): Strategy {
  const { rules: _rules, ...buy } = strategy.buy;
  return { ...strategy, buy: { ...buy, lastPriceVsClose: false, lastPriceVsMA: false } };
}

interface DaysFigureProps {
  readonly symbol: string;
  readonly rules: string;
  readonly found: CandidateDays;
  readonly currency: string;
}

function DaysFigure({ symbol, rules, found, currency }: DaysFigureProps): ReactElement {
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
  const summary = `${shownName(symbol)} passes ${rules} on ${countOf(days.length, "day")} of ${formatCount(bars.day.length)}${last === undefined ? "" : `, the last of them ${formatEpochDay(last)}`}: an arrow below the bar.`;
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
