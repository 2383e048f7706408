/** Node host of `npm run deploy`: argv and the clock in, exit code out; the command itself is deploy-command.ts. */
import { deployCommand } from "./deploy-command.ts";

process.exitCode = await deployCommand(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  progress: (text) => process.stderr.write(text),
  clock: () => Date.now(),
});
