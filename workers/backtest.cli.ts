/** Node host of `npm run simulate`: argv in, exit code out; the command itself is simulate-command.ts. */
import { simulateCommand } from "./simulate-command.ts";

process.exitCode = await simulateCommand(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  progress: (text) => process.stderr.write(text),
});
