/** Every mistake that the checks must catch. */
import { figures } from "./figure-mistakes.ts";
import type { Mutant } from "./mistake.ts";
import { conditions, lookAheads } from "./signal-mistakes.ts";
import { buys, money, sales } from "./trade-mistakes.ts";

export const mutants: readonly Mutant[] = [
  ...lookAheads,
  ...conditions,
  ...sales,
  ...buys,
  ...money,
  ...figures,
];
