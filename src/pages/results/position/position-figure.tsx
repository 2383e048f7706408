import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { formatEpochDay } from "#src/format/day.ts";
import { formatPrice } from "#src/format/money.ts";
import { formatCount } from "#src/format/number.ts";
import { CandleChart } from "#src/ui/candle-chart.tsx";
import type { CandleDrawing, CandleTexts } from "#src/ui/candle-drawing.ts";
import { ChartFigure } from "#src/ui/chart-figure.tsx";
import { saveCanvas } from "#src/ui/picture.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { PositionPath } from "#workers/model/position-path.ts";
import type { Position, Report } from "#workers/model/report.ts";
import { fileName, saveTable } from "../report-files.ts";
import { pathColumns, pathCsvHeader, pathCsvRows } from "./path-rows.ts";
import { describePosition, positionFocus, positionScene } from "./position-scene.ts";

interface PositionFigureProps {
  readonly report: Report;
  readonly position: Position;
  /** Why it ended. */
  readonly reason: string;
  readonly path: PositionPath;
}

/** Candles with entry, exit, peak and stops; the twins are a summary and every day that the position was held. */
export function PositionFigure({ report, position, reason, path }: PositionFigureProps): ReactElement {
  const { currency } = report.metadata;
  const [drawing, setDrawing] = useState<CandleDrawing | null>(null);
  const scene = useMemo(() => positionScene(position, path, currency), [position, path, currency]);
  const focus = useMemo(() => positionFocus(position, path), [position, path]);
  const texts = useMemo((): CandleTexts => {
    return {
      day: formatEpochDay,
      price: (value) => formatPrice(value, currency),
      volume: (value) => formatCount(Math.round(value)),
    };
  }, [currency]);
  const columns = useMemo(() => pathColumns(path, currency), [path, currency]);
  const rows = useMemo(() => Array.from(path.day.keys()), [path]);
  const name = `position-${position.instrument.replaceAll(/[^\p{Letter}\p{Number}]+/gu, "-").slice(0, 60)}-${position.entryDate}`;
  return (
    <ChartFigure
      name="Position"
      summary={describePosition(position, path, { currency, reason })}
      onPicture={() => {
        if (drawing) saveCanvas(fileName(report, name), drawing.picture());
      }}
      onCsv={() => saveTable(report, name, pathCsvHeader(path), pathCsvRows(path))}
      renderTable={() => (
        <WindowedTable
          label="Position, day by day"
          columns={columns}
          rows={rows}
          rowKey={String}
          dense
          phone={{ figure: "Close" }}
        />
      )}
    >
      <CandleChart scene={scene} texts={texts} focus={focus} onDrawing={setDrawing} />
    </ChartFigure>
  );
}
