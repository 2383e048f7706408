/** Prices in pence, then in pounds: jumps a hundredfold on exchanges that quote in hundredths, where nothing says a split. */
import { formatIsoDay } from "#workers/model/day.ts";
import { WELL_KNOWN_EXCHANGES } from "#workers/model/exchanges.ts";
import { exchangeInFileName } from "../cells/symbol-name.ts";
import type { ReadPlan } from "../rows/read-rows.ts";
import type { OpenedTable } from "../what/file-check.ts";
import type { Jump } from "./odd-bars.ts";
import { readOwnSplits } from "./own-splits.ts";
import type { Surveyed, SurveyedInstrument } from "./survey.ts";

/** Exchanges whose prices are quoted in hundredths of their currency, and by some vendors not. */
const IN_HUNDREDTHS =
  /\.(?:L|LN|LSE|LON|IL|JO|JSE|TA|TLV|UK|ZA|XLON|XJSE|XTAE)$|[ _](?:LN|SJ|IT)$|^(?:LON|LSE|XLON|JSE|XJSE|TLV|TASE)[_: -]/i;

/** By the symbol's own exchange, else by that of the file's name. */
function mayBeInHundredths(symbol: string, file: string): boolean {
  if (IN_HUNDREDTHS.test(symbol)) return true;
  if (symbol.includes(".")) return false;
  const code = exchangeInFileName(file);
  return WELL_KNOWN_EXCHANGES.some((one) => one.code === code && one.hundredths !== null);
}

/** Those that last, of an instrument that may be quoted in either unit, and that its adjusted closes do not prove to be splits. */
export function unitJumps(
  { symbol, odd, findings }: Pick<SurveyedInstrument, "symbol" | "odd" | "findings">,
  file: string,
): readonly Jump[] {
  const jumps = odd?.jumps ?? [];
  if (jumps.length === 0 || !mayBeInHundredths(symbol, file)) return [];
  const proved = new Set(findings.splits.filter((one) => one.isConfirmed === true).map(({ date }) => date));
  return jumps.filter(({ day, isOneBar }) => !isOneBar && !proved.has(formatIsoDay(day)));
}

/** The same bars without the jumps that the file itself says are splits. Most files have none, and are not read again. */
export async function withoutOwnSplits(
  surveyed: Surveyed,
  { opened, plan }: { readonly opened: OpenedTable; readonly plan: ReadPlan },
  dayShift: number,
): Promise<Surveyed> {
  if (surveyed.instruments.every((one) => unitJumps(one, plan.file).length === 0)) return surveyed;
  const isSplit = await readOwnSplits(opened, plan, dayShift);
  const instruments = surveyed.instruments.map((one) => {
    const jumps = one.odd?.jumps.filter(({ day }) => !isSplit(one.symbol, day));
    return one.odd && jumps ? { ...one, odd: { ...one.odd, jumps } } : one;
  });
  return { ...surveyed, instruments };
}
