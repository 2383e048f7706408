/** One column of a stored market as it lies in the file, series by series, until somebody looks at all of it. */
import type { LateColumn } from "#workers/model/late-column.ts";
import { decodeFigure, decodeSeries } from "./series-code.ts";
import type { SeriesKeeper } from "./column-reader.ts";

/** A series and its code, one of those of series-code.ts. */
interface CodedSeries {
  readonly code: number;
  readonly bytes: Uint8Array;
}

interface CodedColumn extends SeriesKeeper {
  /**
   * The column of a market whose instruments are those that were kept, in that order.
   *
   * @param close - of the market, as they are stored: figures may refer to them
   */
  in(barOffset: Int32Array, close: Float64Array): LateColumn;
}

export function createCodedColumn(): CodedColumn {
  let kept: CodedSeries[] = [];
  return {
    keep: (code, bytes) => kept.push({ code, bytes }),
    in(barOffset, close) {
      let column: Float64Array | null = null;

      function decode(): Float64Array {
        const decoded = new Float64Array(close.length);
        for (const [instrument, { code, bytes }] of kept.entries()) {
          const from = barOffset[instrument] ?? 0;
          const to = barOffset[instrument + 1] ?? 0;
          decodeSeries(code, bytes, close.subarray(from, to), decoded.subarray(from, to));
        }
        kept = []; // the codes' memory goes back
        return decoded;
      }

      return {
        whole: () => (column ??= decode()),
        at(row, instrument) {
          const series = kept[instrument];
          if (column || !series) return column?.[row] ?? NaN;
          return decodeFigure(series.code, series.bytes, {
            place: row - (barOffset[instrument] ?? 0),
            close: close[row] ?? NaN,
          });
        },
      };
    },
  };
}
