/** Node host of `npm run simulate`: argv in, exit code out; the command itself is simulate-command.ts. */
import { simulateCommand } from "#workers/commands/simulate-command.ts";
import { openTerminal } from "#workers/commands/terminal.ts";

process.exitCode = await simulateCommand(process.argv.slice(2), openTerminal());
