/**
 * What closes and adjusted closes are, judged by how the one moves against the other: adjusted closes step away from the
 * closes at each action, by a split's factor or by a dividend's share, and where the closes jump at that step they are as
 * traded. Titles are not believed: Yahoo's "close" is adjusted for splits.
 */
import type { QualitySeries } from "#workers/market/find-quality.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Adjustment } from "#workers/model/import-check.ts";
import { countOf } from "../what/count-of.ts";

export interface AdjustmentJudge {
  add(symbol: string, series: QualitySeries): void;
  /** null where no bar has an adjusted close. */
  finish(): Adjustment | null;
}

/** A larger step is a split's. */
const SPLIT = Math.log(1.3);
/** Adjusted closes are rounded to the cent, and steps of rounding are no dividends. */
const CENT = 0.011;
const LEAST_STEP = 0.001;
const PLACES = 3;

export function createAdjustmentJudge(): AdjustmentJudge {
  const found = { instruments: 0, splits: 0, dividends: 0, doubled: [] as string[], doubledCount: 0 };
  return {
    add(symbol, { day, open, close, adjClose }) {
      if (!adjClose?.some((figure) => figure > 0)) return;
      found.instruments++;
      for (let bar = 1; bar < day.length; bar++) {
        const [before, after] = [adjClose[bar - 1] ?? NaN, adjClose[bar] ?? NaN];
        const step = after / (close[bar] ?? NaN) / (before / (close[bar - 1] ?? NaN));
        if (!(Math.abs(step - 1) > LEAST_STEP + CENT / Math.min(before, after))) continue;
        const size = Math.log(step);
        if (Math.abs(size) < SPLIT) {
          if (size > 0) found.dividends++;
          continue;
        }
        const jump = Math.log((close[bar - 1] ?? NaN) / (open[bar] ?? NaN));
        if (Math.abs(jump - size) < Math.abs(jump)) found.splits++;
        else if (found.doubledCount++ < PLACES)
          found.doubled.push(`${symbol} ${formatIsoDay(day[bar] ?? 0)}`);
      }
    },
    finish: () => (found.instruments === 0 ? null : { ...found }),
  };
}

/** Sentences for a person; none where there are no adjusted closes. */
export function adjustmentSentences(found: Adjustment | null): string[] {
  if (!found) return [];
  const { splits, dividends, doubled, doubledCount } = found;
  const more = doubledCount > doubled.length ? ` and ${doubledCount - doubled.length} more` : "";
  const paid = countOf(dividends, "dividend");
  return [
    ...(splits > 0
      ? [
          `The closes are as traded: ${countOf(splits, "split shows", "splits show")} in them. The adjusted closes take them out${dividends > 0 ? `, and ${paid}` : ""}.`,
        ]
      : []),
    ...(splits === 0 && dividends > 0
      ? [
          `The closes are adjusted for splits, as Yahoo's are, or there was none; the adjusted closes are adjusted for ${paid} besides.`,
        ]
      : []),
    ...(splits + dividends + doubledCount === 0
      ? ["The adjusted closes are the closes: neither splits nor dividends show between them."]
      : []),
    ...(doubledCount > 0
      ? [
          `Adjusted closes step like a split where the closes do not jump: adjusted twice, or for something else, at ${doubled.join(", ")}${more}.`,
        ]
      : []),
  ];
}
