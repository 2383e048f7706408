/** Node host of `npm run sweep`: argv in, exit code out; the command itself is sweep-command.ts. */
import { openTerminal } from "#workers/commands/terminal.ts";
import { onCtrlC } from "./ctrl-c.ts";
import { sweepCommand } from "./sweep-command.ts";

process.exitCode = await sweepCommand(process.argv.slice(2), {
  say: openTerminal().progress,
  signal: onCtrlC("sweep"),
  environment: process.env,
});
