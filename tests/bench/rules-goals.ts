/** The table at the end of `npm run bench -- --rules`: what became of the goals of issue 18. */
import { isFigure, perSecond } from "./rules-figures.ts";
import type { RulesFigure, RulesGroup, RulesResult } from "./rules-figures.ts";

/** From so many instruments on the goals are those for 5,000. */
const MANY_INSTRUMENTS = 5000;
const MOST_MEGABYTES = 2200;
const BYTES_A_MEGABYTE = 1e6;

/** A bound on the middle or the worst of some figures; null where they are told without one. */
interface Goal {
  readonly what: string;
  readonly group: RulesGroup;
  /** Of this measure alone; of all of the group without it. */
  readonly name?: string;
  readonly of: "median" | "worst";
  readonly value: (figure: RulesFigure) => number;
  readonly unit: string;
  readonly bound: number | null;
  /** The bound is the least that is good, not the most. */
  readonly isLeast: boolean;
}

const time = { value: ({ median }: RulesFigure) => median, unit: "ms", isLeast: false } as const;
const ratio = { value: ({ beside }: RulesFigure) => beside?.ratio ?? NaN, unit: "times" } as const;
const firstRuns = { what: "templates, first run", group: "template", ...time } as const;
const ownDefault = { group: "default", of: "worst", ...time } as const;
const changed = { what: "one changed number, run again", group: "changed", ...time } as const;
const preview = { what: "counts of a changed line", group: "preview", ...time } as const;
const loops = {
  what: "a function beside a plain loop",
  group: "function",
  ...ratio,
  isLeast: false,
} as const;
const libraries = { what: "a library beside a function", group: "library", ...ratio, isLeast: true } as const;

const GOALS: readonly Goal[] = [
  { ...ownDefault, what: "the default, first run", name: "first run", bound: 40 },
  { ...ownDefault, what: "the default, run again", name: "run again", bound: 30 },
  { ...firstRuns, of: "median", bound: 80 },
  { ...firstRuns, of: "worst", bound: 300 },
  { ...changed, of: "median", bound: 35 },
  { ...changed, of: "worst", bound: null },
  { ...preview, of: "median", bound: 60 },
  { ...preview, of: "worst", bound: 60 },
  {
    what: "variants a second and processor",
    group: "variants",
    of: "worst",
    value: perSecond,
    unit: "",
    bound: 150,
    isLeast: true,
  },
  { ...loops, of: "median", bound: 1.3 },
  { ...loops, of: "worst", bound: 1.3 },
  { ...libraries, of: "median", bound: 15 },
  { ...libraries, of: "worst", bound: 15 },
];

const GOALS_FOR_MANY: readonly Goal[] = [
  { ...firstRuns, of: "median", bound: 900 },
  { ...firstRuns, of: "worst", bound: 4000 },
];

/**
 * One line a goal of which something was measured; then what failed.
 *
 * @param memoryPeakBytes - null where nobody knows it
 */
export function describeGoals({ shape, findings }: RulesResult, memoryPeakBytes: number | null): string {
  const isLarge = shape.instruments >= MANY_INSTRUMENTS;
  const figures = findings.filter(isFigure);
  const goals = (isLarge ? GOALS_FOR_MANY : GOALS).flatMap((goal) => {
    const own = figures.filter(({ group, name }) => group === goal.group && name === (goal.name ?? name));
    return own.length > 0 ? [describeGoal(goal, own)] : [];
  });
  const memory = memoryPeakBytes === null ? [] : [describeMemory(memoryPeakBytes, isLarge)];
  const failed = findings.filter((finding) => !isFigure(finding));
  const failures = failed.map(({ group, name }) => `failed: ${group}: ${name}`);
  return ["", line({ what: "goal", asked: "asked", found: "found" }), ...goals, ...memory, ...failures].join(
    "\n",
  );
}

/** @param figures - at least one */
function describeGoal(
  { what, of, value, unit, bound, isLeast }: Goal,
  figures: readonly RulesFigure[],
): string {
  const fromBest = figures.toSorted((a, b) => (isLeast ? value(b) - value(a) : value(a) - value(b)));
  const figure = of === "worst" ? fromBest.at(-1) : fromBest[fromBest.length >> 1];
  const isMet = (found: number) => bound === null || (isLeast ? found >= bound : found <= bound);
  const found = figure ? value(figure) : NaN;
  const meeting = figures.filter((each) => isMet(value(each))).length;
  const isOne = figures.length === 1;
  return line({
    what: isOne ? what : `${what}: ${of}`,
    asked: bound === null ? "" : `${isLeast ? ">=" : "<="} ${bound}`,
    found: `${found.toFixed(found < 10 ? 2 : 0)} ${unit}`,
    verdict: bound === null ? "" : isMet(found) ? "met" : "NOT MET",
    which: isOne || of === "median" ? "" : `${figure?.name}; ${meeting} of ${figures.length} meet it`,
  });
}

function describeMemory(bytes: number, isLarge: boolean): string {
  const megabytes = bytes / BYTES_A_MEGABYTE;
  return line({
    what: "the most memory of the process",
    asked: isLarge ? `<= ${MOST_MEGABYTES}` : "",
    found: `${megabytes.toFixed(0)} MB`,
    verdict: isLarge ? (megabytes <= MOST_MEGABYTES ? "met" : "NOT MET") : "",
  });
}

interface Row {
  readonly what: string;
  readonly asked: string;
  readonly found: string;
  readonly verdict?: string;
  readonly which?: string;
}

function line({ what, asked, found, verdict = "", which = "" }: Row): string {
  return `${what.padEnd(42)}${asked.padStart(9)}${found.padStart(12)}  ${verdict.padEnd(8)} ${which}`.trimEnd();
}
