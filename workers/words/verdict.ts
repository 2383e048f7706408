/**
 * The one verdict on a run, for screens, files and the terminal. It is held against three yardsticks, the easiest first:
 * the index, the average share (all shares in equal parts, set back each month), and runs that buy at random on the same
 * days. Who is ahead of an index but not of the average share has lost by choosing, so a verdict is good only where the run
 * is ahead of all that are known. It never counts votes.
 */
import { AVERAGE_SHARE_NAME, EQUAL_WEIGHT_NAME } from "#workers/model/benchmark-names.ts";
import type { Report } from "#workers/model/report.ts";

/** A yearly rate would be blown up from a few days. */
const DAYS_FOR_A_RATE = 365;
const DAYS_PER_YEAR = 365.25;
/** Points that are 0 to the digit that is shown. */
const LEVEL = 0.05;
/** Of the random runs: chance alone does better in one run of twenty. */
const BEATS_CHANCE = 0.95;
/** With no more of them behind it, nobody asks whether it was chance. */
const PLAINLY_WORSE = 0.05;

/** Runs with random entries, and how many of them ended with less. */
export interface RandomRuns {
  readonly runs: number;
  readonly worse: number;
}

/** What a yardstick made, percent a year; null where it is undefined. */
export interface YardstickRate {
  readonly cagr: number | null;
}

/** What is known of a run; null for what isn't. Rates are percent a year. */
export interface Yardsticks {
  /** Calendar days from the first session to the last; where they are not known, yearly rates are taken. */
  readonly days: number | null;
  /** How many instruments the universe has. */
  readonly instruments: number | null;
  /** What the account made. */
  readonly own: number | null;
  /** As the report calls it: a symbol, EQUAL_WEIGHT_NAME or AVERAGE_SHARE_NAME. */
  readonly benchmark: (YardstickRate & { readonly label: string }) | null;
  /** null in results of earlier versions. */
  readonly average: YardstickRate | null;
  readonly random: RandomRuns | null;
  /** The run knew later prices: no figure of it speaks for it or against it. */
  readonly hasLookAhead: boolean;
}

/** ahead: of all yardsticks, the average share among them. behind: all of them. mixed: anything else, what is not known included. */
export type Tone = "ahead" | "behind" | "mixed";

export type Standing = "ahead" | "level" | "behind";

export interface VerdictPart {
  readonly yardstick: "benchmark" | "average" | "random";
  /**
   * Level is 0.0 points to the digit that is shown. Against random runs there are two: ahead is better than 95 % of them,
   * and less is behind, since chance may do as well.
   */
  readonly standing: Standing;
  /** Percentage points of growth, a year or in the whole of a shorter run; null against random runs. */
  readonly points: number | null;
}

export interface Verdict {
  readonly tone: Tone;
  /** All that is known, in one sentence or two. */
  readonly sentence: string;
  /** The sentence in pieces, the first yardstick that was not passed marked: colour never says it alone. */
  readonly pieces: readonly { readonly words: string; readonly isMarked: boolean }[];
  /** For a line of a list: the first yardstick that was not passed, or the hardest of those that were. No full stop. */
  readonly phrase: string;
  /** The easiest yardstick first. */
  readonly parts: readonly VerdictPart[];
}

/** Writes a figure of 0 or more. */
export type FigureWriter = (value: number, decimals: number) => string;

/** English, in which files and the terminal are written. */
const inEnglish: FigureWriter = (value, decimals) =>
  value.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

/** @param write - of the page's language; English where nothing is said */
export function verdictOf(known: Yardsticks, write: FigureWriter = inEnglish): Verdict {
  const lines = linesOf(known, write);
  const parts = lines.map(({ part }) => part);
  const failing = lines.find(({ part }) => part.standing !== "ahead");
  const pieces = piecesOf(lines, known, failing);
  return {
    tone: toneOf(parts, known),
    sentence: pieces.map(({ words }) => words).join(""),
    pieces,
    phrase: phraseOf(failing ?? lines.findLast(({ part }) => part.points !== null) ?? lines[0], known),
    parts,
  };
}

/** What checks of a result found; absent while they are not made. */
export interface CheckedRun {
  readonly random?: RandomRuns | null | undefined;
  /** Sessions at which later prices changed what had been decided. */
  readonly lookAhead?: { readonly changed: number };
}

export function yardsticksOf(report: Report, { random, lookAhead }: CheckedRun = {}): Yardsticks {
  const { metadata, performance, benchmarkPerformance, universePerformance } = report;
  return {
    days: daysOf(report),
    instruments: metadata.instruments,
    own: performance.cagr,
    benchmark: { label: metadata.benchmark, cagr: benchmarkPerformance.cagr },
    average: universePerformance ?? null,
    random: random ?? null,
    hasLookAhead: (lookAhead?.changed ?? 0) > 0,
  };
}

/** Calendar days from a run's first session to its last. */
export function daysOf({ equity: { day } }: Pick<Report, "equity">): number {
  return (day.at(-1) ?? 0) - (day[0] ?? 0);
}

/** A yardstick that the run can be held against, and how it is said. */
interface Line {
  readonly part: VerdictPart;
  /** "ahead of IDX by 2.0"; without its unit, where another stands before it. */
  readonly words: string;
  /** "ahead of IDX by 2.0 points a year". */
  readonly alone: string;
  /** What it means, after a colon; "" for nothing. */
  readonly meaning: string;
}

function linesOf(known: Yardsticks, write: FigureWriter): readonly Line[] {
  if (growthOf(known.own, known) === null) return [];
  const { instruments, random } = known;
  return [
    benchmarkLine(known, write),
    averageLine(known, write),
    random && instruments !== 1 ? randomLine(random, write) : null,
  ].filter((line) => line !== null);
}

/** null where the average share says the same or more. */
function benchmarkLine(known: Yardsticks, write: FigureWriter): Line | null {
  const { benchmark, average } = known;
  if (!benchmark || benchmark.label === AVERAGE_SHARE_NAME) return null;
  const isHeld = benchmark.label === EQUAL_WEIGHT_NAME;
  if (isHeld && average) return null;
  const name = isHeld ? "all shares bought once and held" : benchmark.label;
  return growthLine({ yardstick: "benchmark", name, rate: benchmark, meanings: NO_MEANINGS }, known, write);
}

const NO_MEANINGS = { level: "", behind: "" } as const;
const CHOOSING = { level: "choosing earned nothing", behind: "choosing cost money" } as const;
/** A run on one instrument had nothing to choose, so that trading is what earned or cost. */
const TRADING = { level: "trading earned nothing", behind: "trading cost money" } as const;

function averageLine(known: Yardsticks, write: FigureWriter): Line | null {
  const { average, instruments } = known;
  const [name, meanings] = instruments === 1 ? ["the share itself", TRADING] : [AVERAGE_SHARE_NAME, CHOOSING];
  return average && growthLine({ yardstick: "average", name, rate: average, meanings }, known, write);
}

interface Yardstick {
  readonly yardstick: "benchmark" | "average";
  readonly name: string;
  readonly rate: YardstickRate;
  readonly meanings: Readonly<Record<"level" | "behind", string>>;
}

function growthLine(of: Yardstick, known: Yardsticks, write: FigureWriter): Line | null {
  const { yardstick, name, rate, meanings } = of;
  const [own, other] = [growthOf(known.own, known), growthOf(rate.cagr, known)];
  if (own === null || other === null) return null;
  const points = own - other;
  const standing: Standing = Math.abs(points) < LEVEL ? "level" : points > 0 ? "ahead" : "behind";
  const meaning = standing === "ahead" ? "" : meanings[standing];
  const part = { yardstick, standing, points };
  if (standing === "level")
    return { part, words: `level with ${name}`, alone: `level with ${name}`, meaning };
  const words = `${standing} ${standing === "ahead" ? "of " : ""}${name} by ${write(Math.abs(points), 1)}`;
  return { part, words, alone: `${words} points ${spanOf(known, write)}`, meaning };
}

function randomLine({ runs, worse }: RandomRuns, write: FigureWriter): Line {
  const share = worse / runs;
  const standing = share >= BEATS_CHANCE ? "ahead" : "behind";
  const count = worse === 0 ? "none" : write(worse, 0);
  const words =
    worse === runs ? betterThan(`all ${write(runs, 0)}`) : betterThan(`${count} of ${write(runs, 0)}`);
  const only = worse > 0 && standing === "behind" ? betterThan(`only ${count} of ${write(runs, 0)}`) : words;
  const meaning = standing === "behind" && share > PLAINLY_WORSE ? "chance may do as well" : "";
  return { part: { yardstick: "random", standing, points: null }, words, alone: only, meaning };
}

/** Whether a run is so long that what it made a year can be said; one of unknown length is taken to be. */
export function hasYearlyRate({ days }: Pick<Yardsticks, "days">): boolean {
  return days === null || days >= DAYS_FOR_A_RATE;
}

function betterThan(those: string): string {
  return `better than ${those} random runs`;
}

/** Percent a year or, of a shorter run, in the whole of it; null where that can't be said. */
function growthOf(rate: number | null, { days }: Yardsticks): number | null {
  if (rate === null || !Number.isFinite(rate)) return null;
  if (days === null || hasYearlyRate({ days })) return rate;
  return ((1 + rate / 100) ** (days / DAYS_PER_YEAR) - 1) * 100;
}

/** What points are of. */
function spanOf({ days }: Yardsticks, write: FigureWriter): string {
  if (days === null || hasYearlyRate({ days })) return "a year";
  return days === 1 ? "in 1 day" : `in ${write(days, 0)} days`;
}

function toneOf(parts: readonly VerdictPart[], { average, hasLookAhead }: Yardsticks): Tone {
  if (parts.length === 0 || hasLookAhead) return "mixed";
  if (parts.every(({ standing }) => standing === "behind")) return "behind";
  return average && parts.every(({ standing }) => standing === "ahead") ? "ahead" : "mixed";
}

/** Growth in one sentence, random runs in the next, then what is not known. */
function piecesOf(lines: readonly Line[], known: Yardsticks, failing: Line | undefined): Verdict["pieces"] {
  if (lines.length === 0) return [{ words: `${withoutLines(known)}.`, isMarked: false }];
  const pieces: { words: string; isMarked: boolean }[] = [];
  let hasUnit = false;
  for (const [at, line] of lines.entries()) {
    const { part, words, alone, meaning } = line;
    const isSentence = at === 0 || part.yardstick === "random";
    if (at > 0) pieces.push({ words: isSentence ? " " : ", ", isMarked: false });
    const said = part.yardstick === "random" || hasUnit ? words : alone;
    pieces.push({ words: isSentence ? capitalised(said) : said, isMarked: line === failing });
    hasUnit ||= part.points !== null && part.standing !== "level";
    const isEnd = lines[at + 1]?.part.yardstick !== "average";
    const tail = `${meaning === "" ? "" : `: ${meaning}`}${isEnd ? "." : ""}`;
    if (tail !== "") pieces.push({ words: tail, isMarked: false });
  }
  if (!known.average)
    pieces.push({ words: " How the average share did isn't known for this result.", isMarked: false });
  return pieces;
}

function phraseOf(line: Line | undefined, known: Yardsticks): string {
  if (known.hasLookAhead) return "Look-ahead found";
  if (!line) return withoutLines(known);
  const isOpen = !known.average && line.part.standing === "ahead";
  return `${capitalised(line.alone)}${isOpen ? ", average share unknown" : ""}`;
}

function withoutLines({ benchmark, average }: Yardsticks): string {
  return benchmark || average ? "Too short to be compared" : "Nothing is known to compare it with";
}

function capitalised(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
