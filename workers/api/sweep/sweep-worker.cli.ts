/** Node host of `npm run sweep-worker`: argv in, exit code out; the command itself is sweep-worker-command.ts. */
import { openTerminal } from "#workers/commands/terminal.ts";
import { onCtrlC } from "./ctrl-c.ts";
import { sweepWorkerCommand } from "./sweep-worker-command.ts";

process.exitCode = await sweepWorkerCommand(process.argv.slice(2), {
  say: openTerminal().progress,
  signal: onCtrlC("sweep-worker"),
  environment: process.env,
});
