/** Writes the landing page's figures from a run on the demo market: `npm run landing`, after a change of either. */
import { writeFile } from "node:fs/promises";
import { LANDING_FIGURES, makeLandingFigures } from "#workers/commands/landing-figures.ts";
import { openTerminal } from "#workers/commands/terminal.ts";

await writeFile(LANDING_FIGURES, await makeLandingFigures());
openTerminal().progress(`written to ${LANDING_FIGURES}\n`);
