/** Columns of a stored market as they lie in the file, series by series, until somebody looks at all of one. */
import type { LateColumn, LateDays } from "#workers/model/late-column.ts";
import type { SeriesKeeper } from "./column-reader.ts";
import { bytesFromRow, decodeSeries } from "./series-code.ts";

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
      let room = new Float64Array(0);

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
        rows(instrument, from, to) {
          const series = kept[instrument];
          if (column || !series) return (column ??= decode()).subarray(from, to);
          if (room.length < to - from) room = new Float64Array(to - from);
          const rows = room.subarray(0, to - from);
          const bytes = bytesFromRow(series.code, series.bytes, from - (barOffset[instrument] ?? 0));
          decodeSeries(series.code, bytes, close.subarray(from, to), rows);
          return rows;
        },
      };
    },
  };
}

interface CodedDays extends SeriesKeeper {
  /** The days of a market whose instruments are those that were kept, in that order. */
  in(barOffset: Int32Array): LateDays;
}

/** @param decode - writes one instrument's days */
export function createCodedDays(
  decode: (code: number, bytes: Uint8Array, into: Int32Array) => void,
): CodedDays {
  let kept: CodedSeries[] = [];
  return {
    keep: (code, bytes) => kept.push({ code, bytes }),
    in(barOffset) {
      let column: Int32Array | null = null;

      function decodeAll(): Int32Array {
        const days = new Int32Array(barOffset.at(-1) ?? 0);
        for (const [instrument, { code, bytes }] of kept.entries()) {
          decode(code, bytes, days.subarray(barOffset[instrument], barOffset[instrument + 1]));
        }
        kept = [];
        return days;
      }

      return {
        whole: () => (column ??= decodeAll()),
        of(instrument) {
          const [from = 0, to = 0] = barOffset.subarray(instrument, instrument + 2);
          const series = kept[instrument];
          if (column || !series) return (column ??= decodeAll()).subarray(from, to);
          const days = new Int32Array(to - from);
          decode(series.code, series.bytes, days);
          return days;
        },
      };
    },
  };
}
