/** The cases with expected results that lie beside the project; absent on a plain clone. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const SHARED_DATA: string = resolve(import.meta.dirname, "../../../shared/data");

export const hasSharedData: boolean = existsSync(SHARED_DATA);

/** For the name of what needs them: why it is skipped, nothing where it is not. */
export const UNLESS_SHARED: string = hasSharedData
  ? ""
  : " (skipped: ../shared/data, with its cases, is not beside the project)";

export interface SharedCase {
  readonly name: string;
  /** Arguments of `npm run simulate`. */
  readonly args: readonly string[];
  readonly exit: number;
  /** result/1, null where the input is refused. */
  readonly expected: unknown;
  /** What the reference says of refused input. */
  readonly message: string;
}

interface TargetedEntry {
  readonly name: string;
  readonly args: readonly string[];
  readonly exit: number;
  readonly message?: string;
}

export function listSharedCases(): SharedCase[] {
  if (!hasSharedData) return [];
  const invented = readJson<{ case: string }[]>(join(SHARED_DATA, "cases/index.json"));
  const targeted = readJson<TargetedEntry[]>(join(SHARED_DATA, "targeted-cases/index.json"));
  const real = "real/CNuge__kaggle-code/stock_data/individual_stocks_5yr";
  return [
    ...invented.map((entry) => sharedCase("cases", { name: entry.case, args: [], exit: 0 })),
    ...targeted.map((entry) => sharedCase("targeted-cases", entry)),
    sharedCase("real-cases", { name: "sp500", args: ["--exchange", "NYSE"], exit: 0 }, real),
    sharedCase(
      "real-cases",
      { name: "nifty", args: ["--exchange", "NSE"], exit: 0 },
      "real/rahul81__Nifty50_analysis/data",
    ),
  ];
}

function sharedCase(folder: string, entry: TargetedEntry, data?: string): SharedCase {
  const place = join(SHARED_DATA, folder, entry.name);
  const prices = data === undefined ? join(place, "data") : join(SHARED_DATA, data);
  const strategy = join(place, "strategy.json");
  return {
    name: `${folder}/${entry.name}`,
    args: [
      "--data",
      prices,
      ...(existsSync(strategy) ? ["--strategy", strategy] : []),
      ...entry.args,
      "--out",
      "-",
    ],
    exit: entry.exit,
    expected: entry.exit === 0 ? expectedOf(place) : null,
    message: entry.message ?? "",
  };
}

interface Yardstick {
  readonly universe: readonly number[];
  readonly universePerformance: object;
  readonly exposure: number;
}

interface ExpectedResult {
  readonly performance: object;
  readonly equity: object;
}

/** The result of a case's folder, with the average share where it says what that is. */
export function expectedOf(place: string): unknown {
  const expected = readJson<ExpectedResult>(join(place, "expected.json"));
  const path = join(place, "yardstick.json");
  if (!existsSync(path)) return expected;
  const { universe, universePerformance, exposure } = readJson<Yardstick>(path);
  return {
    ...expected,
    performance: { ...expected.performance, exposure },
    universePerformance,
    equity: { ...expected.equity, universe },
  };
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- names the shape where it is read
function readJson<T>(path: string): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- files whose shape data/README.md promises
  return JSON.parse(readFileSync(path, "utf8")) as T;
}
