/** Node host of `npm run deploy`: argv and the clock in, exit code out; the command itself is deploy-command.ts. */
import { deployCommand } from "#workers/commands/deploy-command.ts";
import { openTerminal } from "#workers/commands/terminal.ts";

process.exitCode = await deployCommand(process.argv.slice(2), {
  ...openTerminal(),
  clock: () => Date.now(),
});
