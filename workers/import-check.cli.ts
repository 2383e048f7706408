/** Node host of `npm run import-check`: argv in, exit code out; the command itself is import-check-command.ts. */
import { importCheckCommand } from "#workers/commands/import-check-command.ts";
import { openTerminal } from "#workers/commands/terminal.ts";

process.exitCode = await importCheckCommand(process.argv.slice(2), openTerminal());
