/** Every case worked by hand, by subject. */
import { barLengthCases } from "./bar-lengths.ts";
import { benchmarkCases } from "./benchmarks.ts";
import { conditionCases } from "./conditions.ts";
import { exitCases } from "./exits.ts";
import { fillCases } from "./fills.ts";
import { metricCases } from "./metrics.ts";
import { priorityCases } from "./priorities.ts";
import { refusalCases } from "./refusals.ts";
import type { WorkedCase } from "./worked-case.ts";

export const tables: Readonly<Record<string, readonly WorkedCase[]>> = {
  "signals at the close": conditionCases,
  "order priority": priorityCases,
  "orders and fills": fillCases,
  exits: exitCases,
  metrics: metricCases,
  benchmark: benchmarkCases,
  "how long a bar is": barLengthCases,
  "refusals, warnings and metadata": refusalCases,
};
