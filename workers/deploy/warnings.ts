/** What a person should know of the sessions that an account goes on with. */
import { DELISTED_AFTER } from "#workers/model/bar-length.ts";
import { formatIsoDay, fromEpochDay, lastOfWeek, parseIsoDay } from "#workers/model/day.ts";
import type {
  Deployment,
  DeploymentEntry,
  DeploymentPosition,
  EntryContent,
} from "#workers/model/deployment.ts";
import type { DeployWarning } from "#workers/model/deployment-report.ts";
import { rowsOf } from "#workers/model/late-column.ts";
import type { FactSeries, Market } from "#workers/model/market.ts";
import type { Frequency } from "#workers/model/report.ts";
import { cashRatesOf } from "#workers/engine/cash-rate.ts";
import { namesFact } from "#workers/engine/run-rules.ts";
import { seriesOfMarket } from "#workers/engine/series.ts";
import { readStrategyRules } from "#workers/rules/strategy-rules.ts";
import { NO_BAR, rowOn, rowsBefore } from "#workers/sessions/calendar.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { addedSessions } from "./forbidden.ts";
import type { DeployGround, NightSeries } from "./ground.ts";
import { dayOf, sessionFrom } from "./ground.ts";
import { membersBySymbol } from "./opening.ts";

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
    ...endedCash(ground, to),
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

/** What a run of the last session alone is told of the series that idle cash earns by. */
function endedCash({ strategy, market, calendar }: DeployGround, session: number): DeployWarning[] {
  const sessions = { sessionDay: calendar.sessionDay, firstSession: session, lastSession: session };
  const seriesOf = seriesOfMarket(market.facts.market, strategy.simulation.priceBasis);
  const rates = cashRatesOf(strategy, sessions, seriesOf);
  const warnings = rates.ok ? (rates.value?.warnings ?? []) : [];
  const iso = formatIsoDay(calendar.sessionDay[session]);
  return warnings.map(({ message }) => ({
    code: "cash-series-ended",
    session: iso,
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

/** Fewer sessions don't tell on which days of the week a market is open. */
const SESSIONS_TO_TELL = 10;
const SESSIONS_LOOKED_AT = 60;
const MONDAY_TO_FRIDAY: ReadonlySet<number> = new Set([1, 2, 3, 4, 5]);
const MOST_DAYS = 5;

/** What there is to be a session of, by what a bar is, and how a missing one is called. */
const BY_BARS: Readonly<
  Record<Frequency, { readonly inside: string; readonly nameOf: (day: number) => string }>
> = {
  daily: { inside: "on", nameOf: formatIsoDay },
  weekly: { inside: "in the week of", nameOf: formatIsoDay },
  monthly: { inside: "in", nameOf: (day) => formatIsoDay(day).slice(0, 7) },
};

/**
 * Days on which a market should have had a session, and the data has none: a holiday, or a file that was forgotten.
 * A sentence for each stretch without a session, with the session (ISO) behind it.
 *
 * @param known - sessions before the new ones, oldest first; at least the day that the account begins after
 * @param added - new sessions, oldest first
 */
export function missingSessions(
  known: readonly string[],
  added: readonly string[],
  frequency: Frequency,
): { readonly session: string; readonly message: string }[] {
  const expected = makeExpected([...known, ...added], frequency);
  const { inside, nameOf } = BY_BARS[frequency];
  let before = parseIsoDay(known.at(-1) ?? "");
  return added.flatMap((session) => {
    const day = parseIsoDay(session);
    const missing = before === null || day === null ? [] : expected(before, day);
    before = day;
    if (missing.length === 0) return [];
    const names = missing.slice(0, MOST_DAYS).map(nameOf).join(", ");
    const others = missing.length > MOST_DAYS ? ` and ${missing.length - MOST_DAYS} more` : "";
    const message = `before ${session} there is no session ${inside} ${names}${others}: a holiday, or prices that are still to come. A session that comes after a later one was recorded gets no entry`;
    return [{ session, message }];
  });
}

/** Days between two sessions of which each should have had one: days that are open, or the first days of weeks or months. */
function makeExpected(
  sessions: readonly string[],
  frequency: Frequency,
): (before: number, day: number) => number[] {
  switch (frequency) {
    case "daily": {
      const open = openWeekdays(sessions.slice(-SESSIONS_LOOKED_AT));
      return (before, day) => daysBetween(before, day).filter((one) => open.has(weekdayOf(one)));
    }
    case "weekly":
      return (before, day) => daysBetween(before, lastOfWeek(day) - 6).filter((one) => weekdayOf(one) === 1);
    case "monthly":
      return (before, day) =>
        daysBetween(before, day - dayOfMonth(day) + 1).filter((one) => dayOfMonth(one) === 1);
  }
}

function dayOfMonth(day: number): number {
  return fromEpochDay(day).dayOfMonth;
}

function daysBetween(before: number, day: number): number[] {
  return Array.from({ length: Math.max(0, day - before - 1) }, (_, at) => before + 1 + at);
}

/** 0 is Sunday; day 0 was a Thursday. */
function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** Weekdays with at least half as many sessions as the one with most: a session on a Saturday now and then is none of them. */
function openWeekdays(sessions: readonly string[]): ReadonlySet<number> {
  if (sessions.length < SESSIONS_TO_TELL) return MONDAY_TO_FRIDAY;
  const counts = new Map<number, number>();
  for (const session of sessions) {
    const weekday = weekdayOf(parseIsoDay(session) ?? 0);
    counts.set(weekday, (counts.get(weekday) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  return new Set([...counts].filter(([, count]) => count * 2 >= most).map(([weekday]) => weekday));
}

/** A dividend, or a price that was mended, moves an adjusted close by less. */
const LEAST_CHANGE = 0.1;

/**
 * Positions that today's data puts on another price basis than the ledger has them on.
 * Where the close at which a position was marked last is quite another in the data of today. The ledger keeps its quantities, so
 * that the next entry would show a gain or a loss that nobody had.
 *
 * @param session - the first that is about to be recorded
 */
function rebasedOnes(
  last: DeploymentEntry | undefined,
  ground: DeployGround,
  session: string,
): DeployWarning[] {
  if (!last) return [];
  const closeOn = makeCloseOn(ground);
  return last.positions.flatMap(({ instrument, close, closeDate }): DeployWarning[] => {
    const today = closeOn(instrument, closeDate);
    if (today === null || Math.abs(today / close - 1) < LEAST_CHANGE) return [];
    const what = today < close ? "a loss" : "a gain";
    const message = `${instrument}: ${close} was recorded for its close of ${closeDate}, and the dataset has ${today} now, as after a split. The ledger keeps the quantity that is held: recorded on these prices, the account shows ${what} that was none. Put the old prices back if they were right, or duplicate the deployment with another start`;
    return [{ code: "rebased", session, instruments: [instrument], message }];
  });
}

/** Today's close of a day on the strategy's price basis; null without a bar. No other row of a column is looked at. */
function makeCloseOn(ground: DeployGround): (instrument: string, date: string) => number | null {
  const { strategy, universe, calendar } = ground;
  const { market } = ground.market.facts;
  const memberOf = membersBySymbol({ market, universe });
  const closes = rowsOf(market, "close");
  const adjusted = strategy.simulation.priceBasis === "adjusted" ? rowsOf(market, "adjClose") : null;
  return (instrument, date) => {
    const member = memberOf(instrument);
    const session = sessionFrom(calendar, dayOf(date));
    if (calendar.sessionDay[session] !== dayOf(date)) return null;
    const row = rowOn(calendar, member, session);
    if (row === NO_BAR) return null;
    const rows = [universe[member], row, row + 1] as const;
    const [adjClose = NaN] = adjusted?.(...rows) ?? [];
    if (adjClose > 0) return adjClose;
    const [close = NaN] = closes(...rows);
    return close;
  };
}
