/**
 * Results beyond the numbers that can be counted with are refused in words: a price of 1e-308 buys more shares than a
 * number holds, and a benchmark that begins with it grows without end.
 */
import { formatIsoDay } from "#workers/model/day.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { VariantFigures } from "#workers/model/protocol.ts";
import type { BenchmarkPerformance, Performance, Report } from "#workers/model/report.ts";

export function countable(report: Report): Result<Report> {
  const { equity, performance, benchmarkPerformance, universePerformance, metadata, money } = report;
  if ((equity.growth && !areCounted(equity.growth)) || !isMoneyFinite(report))
    return err({
      code: "dataset-invalid",
      message:
        "The money that comes in and goes out grows beyond what can be counted. Let the flows grow by less, or by a series whose closes are true, and run again.",
      place: "simulation.flows",
    });
  const measured: readonly (readonly [string, Float64Array, Figures])[] = [
    ["The account", equity.value, performance],
    [`The benchmark ${metadata.benchmark}`, equity.benchmark, benchmarkPerformance],
    ...(equity.universe && universePerformance
      ? [["The average share", equity.universe, universePerformance] as const]
      : []),
    ...(equity.growth ? [["The account's growth", equity.growth, performance] as const] : []),
    ...(money
      ? [
          ["The same money in the benchmark", money.benchmarkValues, {}] as const,
          ["The same money in the average share", money.universeValues, {}] as const,
        ]
      : []),
  ];
  for (const [name, curve, figures] of measured) {
    const row = curve.findIndex((value) => !Number.isFinite(value));
    if (row < 0 && areFinite(figures)) continue;
    const day = equity.day[row < 0 ? equity.day.length - 1 : row] ?? 0;
    return refuse(`${name} can't be counted on ${formatIsoDay(day)}${boughtBy(report)}`);
  }
  return ok(report);
}

export function countableFigures(figures: VariantFigures): Result<VariantFigures> {
  return areFinite(figures.performance) ? ok(figures) : refuse("The account can't be counted");
}

type Figures = Partial<Performance> | BenchmarkPerformance;

function isMoneyFinite({ money }: Report): boolean {
  if (money === undefined) return true;
  const { benchmarkValues, universeValues, ...sums } = money;
  const areSums = Object.values(sums).every((sum) => typeof sum !== "number" || Number.isFinite(sum));
  return areSums && areCounted(benchmarkValues) && areCounted(universeValues);
}

function areCounted(values: Float64Array): boolean {
  return values.every((value) => Number.isFinite(value));
}

function areFinite(figures: Figures): boolean {
  return Object.values(figures).every((figure) => figure === null || Number.isFinite(figure));
}

/** The position that can't be counted, where it is one. */
function boughtBy({ positions }: Report): string {
  const found = positions.find(({ quantity, profit }) => !Number.isFinite(quantity + profit));
  return found === undefined
    ? ""
    : ` (${found.instrument}, bought on ${found.entryDate} at ${found.entryPrice})`;
}

function refuse(what: string): Result<never> {
  return err({
    code: "dataset-invalid",
    message: `${what}: some prices are too small or too large to be true. Correct or delete their rows, or leave their instruments out, and run again.`,
  });
}
