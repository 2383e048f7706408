/** What a person should know of the sessions that an account goes on with. */
import { DELISTED_AFTER } from "#workers/model/bar-length.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Deployment, DeploymentPosition, EntryContent } from "#workers/model/deployment.ts";
import type { DeployWarning } from "#workers/model/deployment-report.ts";
import { rowsOf } from "#workers/model/late-column.ts";
import type { FactSeries, Market } from "#workers/model/market.ts";
import type { Frequency } from "#workers/model/report.ts";
import { namesFact } from "#workers/engine/run-rules.ts";
import { readStrategyRules } from "#workers/rules/strategy-rules.ts";
import { NO_BAR, rowOn, rowsBefore } from "#workers/sessions/calendar.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { addedSessions } from "./forbidden.ts";
import type { DeployGround, NightSeries } from "./ground.ts";
import { dayOf, sessionFrom } from "./ground.ts";
import { missingSessions } from "./missing-sessions.ts";
import { rebasedOnes } from "./rebased.ts";

const MOST_NAMED = 5;
/** Bars before a night, by which it is judged. */
const BARS_BEFORE = 5;

/** By session. @param contents - what is about to be recorded, oldest first */
export function warningsOf(
  deployment: Deployment,
  ground: DeployGround,
  contents: readonly EntryContent[],
): DeployWarning[] {
  const added = addedSessions(deployment, ground).map((session): DeployWarning => ({
    code: "session-added",
    session,
    instruments: [],
    message: `the dataset now has a session ${session} that has no entry: it came after later ones were recorded, and gets none`,
  }));
  const first = contents[0];
  const last = contents.at(-1);
  if (first === undefined || last === undefined) return added;
  const from = sessionFrom(ground.calendar, dayOf(first.session));
  const to = sessionFrom(ground.calendar, dayOf(last.session));
  const thin = thinSessions(ground, from, to);
  const isThin = new Set(thin.map(({ session }) => session));
  return [
    ...added,
    ...thin,
    ...jumps(ground, from, to),
    ...rebasedOnes(deployment.ledger.at(-1), ground, first.session),
    ...staleOnes(
      contents.filter(({ session }) => !isThin.has(session)),
      answeredStretches(deployment, ground),
      DELISTED_AFTER[ground.bars.frequency],
    ),
    ...missingOnes(deployment, contents, ground.bars.frequency),
    ...stoppedFacts(ground, to),
  ].toSorted((a, b) => (a.session < b.session ? -1 : a.session > b.session ? 1 : 0));
}

function named(symbols: readonly string[]): string {
  const others = symbols.length > MOST_NAMED ? ` and ${symbols.length - MOST_NAMED} more` : "";
  return symbols.slice(0, MOST_NAMED).join(", ") + others;
}

/** A holiday, or a file that is not whole. */
function thinSessions({ calendar }: DeployGround, from: number, to: number): DeployWarning[] {
  const warnings: DeployWarning[] = [];
  for (let session = Math.max(1, from); session <= to; session++) {
    let [before, both] = [0, 0];
    for (let member = 0; member < calendar.members; member++) {
      if (rowOn(calendar, member, session - 1) === NO_BAR) continue;
      before++;
      if (rowOn(calendar, member, session) !== NO_BAR) both++;
    }
    if (both * 2 >= before) continue;
    const iso = formatIsoDay(calendar.sessionDay[session]);
    const message = `on ${iso} only ${both} of the ${before} instruments of the session before have a bar: a holiday, or prices that are not all there yet`;
    warnings.push({ code: "few-bars", session: iso, instruments: [], message });
  }
  return warnings;
}

function jumps(
  { market, universe, calendar, strategy }: DeployGround,
  from: number,
  to: number,
): DeployWarning[] {
  const { instruments } = market.facts.market;
  const nightsOf = makeNights(market.facts.market, universe, calendar);
  const firstDay = formatIsoDay(calendar.sessionDay[from]);
  const isAdjusted = strategy.simulation.priceBasis === "adjusted";
  const found = new Map<string, string[]>();
  for (let member = 0; member < universe.length; member++) {
    const series = nightsOf(member, from, to);
    if (series === null) continue;
    for (const { date, fraction, isConfirmed } of market.splitsOf(series)) {
      if (date < firstDay || (isAdjusted && isConfirmed === true)) continue;
      found.set(date, [...(found.get(date) ?? []), `${instruments[universe[member]].symbol} (${fraction})`]);
    }
  }
  return [...found].map(([session, jumped]) => ({
    code: "jump",
    session,
    instruments: jumped.map((text) => text.slice(0, text.lastIndexOf(" ("))),
    message: `on ${session} the price of ${named(jumped)} jumps as at a split that the prices were not adjusted for`,
  }));
}

/**
 * A member's bars on the sessions from .. to and the few before them, of which no others are looked at; null where it has none on
 * those sessions.
 */
function makeNights(
  market: Market,
  universe: Int32Array,
  calendar: Calendar,
): (member: number, from: number, to: number) => NightSeries | null {
  const [opens, closes, adjusted] = [
    rowsOf(market, "open"),
    rowsOf(market, "close"),
    rowsOf(market, "adjClose"),
  ];
  return (member, from, to) => {
    const before = rowsBefore(calendar, member, from);
    const stop = rowsBefore(calendar, member, to + 1);
    if (before === stop) return null;
    const first = Math.max(0, before - BARS_BEFORE);
    const start = calendar.fromRow[member];
    const rows = [universe[member], start + first, start + stop] as const;
    return {
      day: daysUpTo(calendar, member, to, stop - first),
      open: opens(...rows).slice(),
      close: closes(...rows).slice(),
      adjClose: adjusted && adjusted(...rows).slice(),
    };
  };
}

/** Of a member's last bars on or before the session; it has as many. */
function daysUpTo(calendar: Calendar, member: number, last: number, bars: number): Int32Array {
  const days = new Int32Array(bars);
  for (let session = last, bar = bars - 1; bar >= 0; session--)
    if (rowOn(calendar, member, session) !== NO_BAR) days[bar--] = calendar.sessionDay[session];
  return days;
}

/** A position without bars since its last close: with a bar, and without one again, it is another stretch. */
function stretchOf({ instrument, closeDate }: DeploymentPosition): string {
  return `${instrument} ${closeDate}`;
}

/**
 * The stretches that a person was asked about before the last entry was recorded: they are not asked about each evening. On a thin
 * session it was the session that was asked about.
 */
function answeredStretches({ ledger }: Deployment, ground: DeployGround): ReadonlySet<string> {
  const last = ledger.at(-1);
  if (last === undefined) return new Set();
  const session = sessionFrom(ground.calendar, dayOf(last.session));
  if (thinSessions(ground, session, session).length > 0) return new Set();
  return new Set(last.positions.filter(({ closeDate }) => closeDate < last.session).map(stretchOf));
}

/**
 * Each once, on the first of the sessions without its bar: also what has a bar again, or was sold for want of one, before the last.
 *
 * @param soldAfter - sessions without a bar behind which a position is sold
 */
function staleOnes(
  contents: readonly EntryContent[],
  answered: ReadonlySet<string>,
  soldAfter: number,
): DeployWarning[] {
  const told = new Set(answered);
  return contents.flatMap(({ session, positions }) =>
    positions.flatMap((position): DeployWarning[] => {
      const { instrument, closeDate } = position;
      const stretch = stretchOf(position);
      if (closeDate >= session || told.has(stretch)) return [];
      told.add(stretch);
      const message = `on ${session} ${instrument}, which is held, has no bar; its last one is of ${closeDate}. After ${soldAfter} sessions without one it is sold at its last close`;
      return [{ code: "stale", session, instruments: [instrument], message }];
    }),
  );
}

/** Days without prices before sessions that are recorded as they come; behind a replayed one, days that the account was not there. */
function missingOnes(
  { begins, replayedTo, ledger }: Deployment,
  contents: readonly EntryContent[],
  frequency: Frequency,
): DeployWarning[] {
  const sessions = contents.map(({ session }) => session);
  const known = [
    begins,
    ...ledger.map(({ session }) => session),
    ...sessions.filter((session) => session <= replayedTo),
  ];
  const added = sessions.filter((session) => session > replayedTo);
  return missingSessions(known, added, frequency).map(({ session, message }) => ({
    code: "missing-sessions",
    session,
    instruments: [],
    message,
  }));
}

/** Facts of the strategy's rules that came at intervals and have not come for longer than any of these. */
function stoppedFacts(ground: DeployGround, session: number): DeployWarning[] {
  const rules = readStrategyRules(ground.strategy);
  if (!rules.ok) return [];
  const { facts = [] } = ground.market.facts.market;
  const today = ground.calendar.sessionDay[session];
  return facts.flatMap((series): DeployWarning[] => {
    if (series.computed || !namesFact(rules.value, series)) return [];
    const seen = intervalsOf(series, ground.universe, today);
    if (seen === null || today - seen.last <= seen.longest) return [];
    const iso = formatIsoDay(today);
    const message = `${series.kind} ${series.name} of the strategy came last on ${formatIsoDay(seen.last)}, ${today - seen.last} days before ${iso}; before that never more than ${seen.longest} days passed. Its last values are still taken as known`;
    return [{ code: "facts-stopped", session: iso, instruments: [], message }];
  });
}

/** Of the days on which one of the universe got a value, up to a day: the last, and the longest between two. null with fewer than three. */
function intervalsOf(
  { stepOffset, day }: FactSeries,
  universe: Int32Array,
  today: number,
): { readonly last: number; readonly longest: number } | null {
  const firstDay = universe.reduce((first, instrument) => {
    const hasSteps = stepOffset[instrument] < stepOffset[instrument + 1];
    return hasSteps ? Math.min(first, day[stepOffset[instrument]]) : first; // an instrument's are in their order
  }, today + 1);
  const isThere = new Uint8Array(today + 1 - firstDay);
  for (const instrument of universe)
    for (let step = stepOffset[instrument]; step < stepOffset[instrument + 1]; step++)
      if (day[step] <= today) isThere[day[step] - firstDay] = 1;
  let [days, last, longest] = [0, firstDay, 0];
  for (let at = isThere.indexOf(1); at >= 0; at = isThere.indexOf(1, at + 1)) {
    if (days++ > 0) longest = Math.max(longest, firstDay + at - last);
    last = firstDay + at;
  }
  return days < 3 ? null : { last, longest };
}
