/** The package's door. Its types are those of tidemark.d.ts, which the compiler holds against what is here. */
import type * as Declared from "./tidemark.d.ts";
import { TidemarkError as OwnError } from "./error.ts";
import { functions as ownFunctions } from "./functions.ts";
import { openMarket as ownOpenMarket } from "./open-market.ts";
import { checkStrategy as ownCheckStrategy, simulate as ownSimulate } from "./simulate.ts";
import { sweep as ownSweep } from "./sweep/sweep.ts";

export const openMarket: typeof Declared.openMarket = ownOpenMarket;
export const checkStrategy: typeof Declared.checkStrategy = ownCheckStrategy;
export const simulate: typeof Declared.simulate = ownSimulate;
export const functions: typeof Declared.functions = ownFunctions;
export const TidemarkError: typeof Declared.TidemarkError = OwnError;
export const sweep: typeof Declared.sweep = ownSweep;
