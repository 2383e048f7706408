/** Counts the instruments that pass each rule on one session, fixed conditions and own rules alike. */
import { formatIsoDay } from "#workers/model/day.ts";
import type { NamedInstrument } from "#workers/model/instruments.ts";
import { MOST_NAMED, RECENT_SESSIONS } from "#workers/model/preview.ts";
import type { ConditionName, Preview, RuleCount, HeldFacts } from "#workers/model/preview.ts";
import type { FixedRule } from "#workers/rules/fixed-fields.ts";
import type { Verdicts } from "#workers/rules/function-entry.ts";
import type { TruthExpression } from "#workers/rules/expression.ts";
import type { PlacedRule } from "#workers/rules/strategy-rules.ts";
import { bitAt, countBits } from "#workers/sessions/bits.ts";
import { rowsBefore } from "#workers/sessions/calendar.ts";
import { fixedRulesOn } from "#workers/engine/conditions.ts";
import { verdictsOn } from "./member-verdicts.ts";
import type { KeptVerdicts, MemberVerdicts } from "./member-verdicts.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { joinVerdicts } from "#workers/rules/functions/verdict-bits.ts";
import { UNTRADED_TYPES } from "#workers/model/market.ts";

const DAYS_PER_YEAR = 365;

type Joins = "any" | "all" | "none";

/**
 * The last session of the plan's period; without the series, which the plan doesn't know.
 *
 * @param kept - by the same session, prices and benchmark: what rules were found to say, for the next count
 */
export function previewRules(
  plan: Plan,
  kept: KeptVerdicts = { verdicts: new Map(), ranks: new Map() },
): Omit<Preview, "series" | "hasAdjusted" | "warnings"> {
  const { strategy, rules, lastSession, sessionDay } = plan;
  const found = verdictsOn(plan, lastSession, kept);
  const fixed = fixedRulesOn(plan);
  const fixedScanner = verdictsOf(found, fixed.scanner);
  const fixedBuy = verdictsOf(found, fixed.buy);
  const scanner = joined(strategy.scanner.match, [...fixedScanner, ...verdictsOf(found, rules.scanner)]);
  const buy = joined("all", [...fixedBuy, ...verdictsOf(found, rules.buy)]);
  const everyone: Verdicts = { yes: found.present, no: new Int32Array(found.present.length) };
  const parts = [everyone, ...(scanner ? [scanner] : []), ...(buy ? [buy] : []), ...found.sizable];
  const together = joined("all", parts) ?? everyone;
  const passing = passingOf([...fixed.scanner, ...fixed.buy], [...fixedScanner, ...fixedBuy]);
  return {
    date: formatIsoDay(sessionDay[lastSession]),
    instruments: countOf(everyone),
    mostListed: mostListed(plan),
    passing,
    rules: [
      ...countRows(plan, found, rules.scanner, { joins: strategy.scanner.match, above: fixedScanner }),
      ...countRows(plan, found, rules.buy, { joins: "all", above: fixedBuy }),
      ...countRows(plan, found, rules.sell, { joins: "any", above: [] }),
    ],
    scanner: countOf(scanner ?? everyone),
    buy: countOf(buy ?? everyone),
    together: countOf(together),
    candidates: firstNamed(plan, together),
    ...portfolioFacts(plan),
  };
}

function mostListed({ market, calendar, firstSession, lastSession }: Plan): number {
  const starts: number[] = [];
  const ends: number[] = [];
  for (let member = 0; member < calendar.members; member++) {
    const from = calendar.fromRow[member] + rowsBefore(calendar, member, firstSession);
    const to = calendar.fromRow[member] + rowsBefore(calendar, member, lastSession + 1);
    if (from === to) continue;
    starts.push(market.day[from]);
    ends.push(market.day[to - 1]);
  }
  starts.sort((a, b) => a - b);
  ends.sort((a, b) => a - b);
  let [most, ended] = [0, 0];
  for (const [at, day] of starts.entries()) {
    while (ends[ended] < day) ended++;
    most = Math.max(most, at + 1 - ended);
  }
  return most;
}

function passingOf(rules: readonly FixedRule[], verdicts: readonly Verdicts[]): Preview["passing"] {
  const passing: Record<ConditionName, number | null> = {
    priceGrowth: null,
    minPrice: null,
    marketCapRank: null,
    avgDailyValue: null,
    lastPriceVsClose: null,
    lastPriceVsMA: null,
  };
  for (const [at, { field }] of rules.entries()) passing[field] = countOf(verdicts[at]);
  return passing;
}

/** The verdicts of rules that are in use and do not ask for a position. */
function verdictsOf(found: MemberVerdicts, rules: readonly PlacedRule[]): readonly Verdicts[] {
  return rules.flatMap((rule) => verdictOf(found, rule) ?? []);
}

/** null where it is not in use, or asks for a position. */
function verdictOf(found: MemberVerdicts, placed: PlacedRule): Verdicts | null {
  const { rule, joins, members } = placed;
  if (rule === null || rule.isOfPosition) return null;
  return joins === null ? found.ofLine(rule) : joined(joins, verdictsOf(found, members));
}

/** What stands before a list of rules, and how they belong together. */
interface RowPlace {
  readonly joins: Joins;
  readonly above: readonly Verdicts[];
}

function countRows(
  plan: Plan,
  found: MemberVerdicts,
  rows: readonly PlacedRule[],
  { joins, above }: RowPlace,
): readonly RuleCount[] {
  let before: readonly Verdicts[] | null = above;
  return rows.flatMap((row) => {
    if (row.rule === null) return [];
    const own = verdictOf(found, row);
    before = own && before && [...before, own];
    const soFar = before && joined(joins, before);
    const inside =
      row.joins === null ? [] : countRows(plan, found, row.members, { joins: row.joins, above: [] });
    const alone = own && countOf(own);
    const recently = alone === 0 && row.joins === null ? trueRecently(plan, row.rule) : null;
    const counts = { place: row.place, alone, soFar: soFar && countOf(soFar) };
    return [{ ...counts, ...(recently && { recently }) }, ...inside];
  });
}

/** A rule is looked at on all bars of a universe of up to so many places of bars; on more that takes too long. */
const MOST_PLACES = 5_000_000;

/** The last sessions on which it is true on anybody; null where that isn't looked at. */
function trueRecently(plan: Plan, rule: TruthExpression): RuleCount["recently"] | null {
  const { calendar, lastSession, asked } = plan;
  const { members, words, sessionDay } = calendar;
  if (asked !== null || members * sessionDay.length > MOST_PLACES) return null;
  const first = Math.max(0, lastSession + 1 - RECENT_SESSIONS);
  const { bits, ready } = plan.ground().bitsOf(rule);
  const anybody = new Int32Array(words);
  for (let member = 0; member < members; member++) {
    ready(member);
    for (let word = first >> 5; word <= lastSession >> 5; word++)
      anybody[word] |= bits[member * words + word];
  }
  let sessions = 0;
  for (let session = first; session <= lastSession; session++) sessions += bitAt(anybody, session);
  return { sessions, of: lastSession + 1 - first };
}

/** null of none. */
function joined(joins: Joins, verdicts: readonly Verdicts[]): Verdicts | null {
  const [first] = verdicts;
  if (!first) return null;
  const words = first.yes.length;
  const out = { yes: new Int32Array(words), no: new Int32Array(words) };
  const bits = words * Int32Array.BYTES_PER_ELEMENT * 8;
  joinVerdicts(
    verdicts.map((each) => () => each),
    joins === "all",
    bits,
    out,
  );
  return joins === "none" ? { yes: out.no, no: out.yes } : out;
}

function countOf({ yes }: Verdicts): number {
  return yes.reduce((sum, word) => sum + countBits(word), 0);
}

function firstNamed({ market, universe }: Plan, { yes }: Verdicts): readonly NamedInstrument[] {
  const named: NamedInstrument[] = [];
  for (let member = 0; member < universe.length && named.length < MOST_NAMED; member++) {
    if (bitAt(yes, member) === 0) continue;
    const { symbol, name } = market.instruments[universe[member]];
    named.push({ symbol, name });
  }
  return named;
}

/** What the prices say of a portfolio's instruments, and of what idle money earns. */
function portfolioFacts(plan: Plan): Pick<Preview, "held" | "cashPerYear"> {
  const { positionSizing, weights = [] } = plan.strategy.simulation;
  const cashPerYear = perYear(plan);
  return {
    ...(positionSizing === "weights" && { held: weights.flatMap(({ symbol }) => heldFacts(plan, symbol)) }),
    ...(cashPerYear !== null && { cashPerYear }),
  };
}

/** [] for a symbol without a bar, and for what nobody can hold. */
function heldFacts(plan: Plan, symbol: string): readonly HeldFacts[] {
  const { market, universe, sessionDay, firstSession, lastSession, delistedAfter } = plan;
  const instrument = market.instruments.findIndex((each) => each.symbol === symbol);
  const [from, to] = [market.barOffset[instrument], market.barOffset[instrument + 1]];
  if (instrument < 0 || from === to) return [];
  const { instrumentType } = market.instruments[instrument];
  if (UNTRADED_TYPES.includes(instrumentType)) return [];
  const [first, last] = [market.day[from], market.day[to - 1]];
  const late = sessionDay[Math.min(firstSession + delistedAfter, lastSession)];
  const early = sessionDay[Math.max(lastSession - delistedAfter, firstSession)];
  const member = universe.indexOf(instrument);
  return [
    {
      symbol,
      instrumentType,
      isTraded: member >= 0,
      since: first > late ? formatIsoDay(first) : null,
      until: last < early ? formatIsoDay(last) : null,
      firstClose: member < 0 ? null : firstClose(plan, member),
    },
  ];
}

function firstClose({ calendar, priceOf, firstSession, lastSession }: Plan, member: number): number | null {
  const before = rowsBefore(calendar, member, firstSession);
  if (before === rowsBefore(calendar, member, lastSession + 1)) return null;
  return priceOf.close(calendar.fromRow[member] + before, member);
}

/** Compounded over the period. */
function perYear({ interest, sessionDay, firstSession, lastSession }: Plan): number | null {
  const days = sessionDay[lastSession] - sessionDay[firstSession];
  if (interest === null || days === 0) return null;
  const grown = interest.reduce((product, rate) => product * (1 + rate), 1);
  return (grown ** (DAYS_PER_YEAR / days) - 1) * 100;
}
