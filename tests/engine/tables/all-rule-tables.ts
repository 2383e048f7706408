/** Every case of strategy/2 worked by hand, by subject. */
import { coarseCases } from "./bar-lengths.ts";
import { choiceCases, nextCases, universeCases } from "./rule-choices.ts";
import { factCases, ruleRefusals } from "./rule-refusals.ts";
import { saleCases } from "./rule-sales.ts";
import { scheduleCases, sizeCases } from "./rule-sizes.ts";
import { stopCases } from "./rule-stops.ts";
import type { WorkedCase } from "./worked-case.ts";

export const ruleTables: Readonly<Record<string, readonly WorkedCase[]>> = {
  "stops that lie in the market": stopCases,
  "sell rules and the cool-down": saleCases,
  "sizes of positions": sizeCases,
  schedules: scheduleCases,
  "order and groups": choiceCases,
  universes: universeCases,
  "what comes next": nextCases,
  "facts and market caps": factCases,
  refusals: ruleRefusals,
  "weeks and months of what is as long already": coarseCases,
};
