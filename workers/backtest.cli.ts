/** Node host of `npm run simulate`: argv in, exit code out; the command itself is simulate-command.ts. */
import { simulateCommand } from "./simulate-command.ts";
import { openTerminal } from "./terminal.ts";

process.exitCode = await simulateCommand(process.argv.slice(2), openTerminal());
