/** Node host of `npm run serve`: argv in, exit code out; the command itself is api/serve-command.ts. */
import packageFile from "../package.json" with { type: "json" };
import { whenLeftAlone } from "./api/left-alone.ts";
import { serveCommand } from "./api/serve-command.ts";
import { openTerminal } from "#workers/commands/terminal.ts";

const ended = new Promise<void>((resolve) => {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve());
  whenLeftAlone("serve", resolve);
});

process.exitCode = await serveCommand(process.argv.slice(2), openTerminal(), {
  version: packageFile.version,
  ended,
});
