/** Days and times for the screen. Trading days are ISO text without a zone; moments are milliseconds. */
import { formatIsoDay, parseIsoDay } from "#workers/model/day.ts";
import { DASH } from "./number.ts";
import { formatPreferences } from "./preferences.ts";

/** An ISO day as dd/MM/yyyy, or as it is where a person chose ISO; null, or what is no day, as the dash. */
export function formatDay(iso: string | null): string {
  const match = iso === null ? null : /^(\d{4})-(\d{2})-(\d{2})$/.exec(iso);
  if (!match) return DASH;
  return formatPreferences().dateStyle === "iso" ? match[0] : `${match[3]}/${match[2]}/${match[1]}`;
}

export function formatDayRange(firstIso: string | null, lastIso: string | null): string {
  return `${formatDay(firstIso)} – ${formatDay(lastIso)}`;
}

/** An EpochDay as formatDay writes it. */
export function formatEpochDay(day: number): string {
  return formatDay(formatIsoDay(day));
}

export const MONTH_NAMES = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
] as const;

/** "2008-10" as "Oct 2008", or as it is where a person chose ISO; what is no month, as it is. */
export function formatMonth(month: string): string {
  const [, year, number] = /^(\d{4})-(\d{2})$/.exec(month) ?? [];
  const name = MONTH_NAMES[Number(number) - 1];
  return name === undefined || formatPreferences().dateStyle === "iso" ? month : `${name} ${year}`;
}

/** Years from one ISO day to a later one, rounded, at least 1: for a sentence, not for arithmetic. */
export function yearsBetween(startIso: string, endIso: string): number {
  const start = parseIsoDay(startIso);
  const end = parseIsoDay(endIso);
  if (start === null || end === null) return 1;
  return Math.max(1, Math.round((end - start) / 365.25));
}

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const STEPS = [
  { unit: "year", seconds: 31_557_600 },
  { unit: "month", seconds: 2_629_800 },
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3600 },
  { unit: "minute", seconds: 60 },
] as const;

/** "2 hours ago", "yesterday", "just now" for under a minute (and for a clock that was set back). */
export function formatAgo(moment: number, now: number): string {
  const seconds = (now - moment) / 1000;
  const step = STEPS.find((candidate) => seconds >= candidate.seconds);
  return step ? relative.format(-Math.floor(seconds / step.seconds), step.unit) : "just now";
}

/** The day as formatDay writes it and HH:mm, in the reader's own zone; what is no time of a calendar, as the dash. */
export function formatMoment(moment: number): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return DASH;
  const iso = `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
  return `${formatDay(iso)}, ${formatTime(moment)}`;
}

/** "21:50", on this device's clock. */
export function formatTime(moment: number): string {
  const date = new Date(moment);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** An estimate of what is left: "about 12 s", "about 3 min", "about 2 h". */
export function formatSecondsLeft(seconds: number): string {
  if (seconds < 1) return "under 1 s";
  if (seconds < 90) return `about ${Math.round(seconds)} s`;
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} min`;
  return `about ${Math.round(seconds / 3600)} h`;
}
