/** The server with limits that a test can reach: times in tenths of a second, 200 kB of files, three runs in line. */
import { serveCommand } from "#workers/api/serve-command.ts";
import { openTerminal } from "#workers/commands/terminal.ts";

const ended = new Promise<void>((resolve) => {
  process.once("SIGTERM", () => resolve());
});
process.exitCode = await serveCommand(process.argv.slice(2), openTerminal(), {
  version: "test",
  ended,
  limits: { bodyMs: 500, idleMs: 500, headersMs: 500, uploadBytes: 200_000, mostWaiting: 3 },
});
