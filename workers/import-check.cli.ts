/** Node host of `npm run import-check`: argv in, exit code out; the command itself is import-check-command.ts. */
import { importCheckCommand } from "./import-check-command.ts";
import { openTerminal } from "./terminal.ts";

process.exitCode = await importCheckCommand(process.argv.slice(2), openTerminal());
