/**
 * The terminal of a command: what it gives goes to standard output, what it says to standard error.
 * Where nobody reads standard output any more (`| head`), the command ends there with exit code 0; where nobody reads
 * standard error, it goes on in silence. Whatever else a stream refuses is told, and ends it with exit code 1.
 */
import { isDiskFull } from "#workers/api/error.ts";
import { reasonOf } from "#workers/market/source.ts";

export interface CommandOutput {
  readonly out: (text: string) => void;
  readonly progress: (text: string) => void;
}

/** For a command's host, once. */
export function openTerminal(): CommandOutput {
  process.stdout.on("error", (error) => {
    if (isLeft(error)) process.exit(0);
    process.stderr.write(`standard output: cannot be written: ${reasonOf(error)}. ${mendOf(error)}\n`);
    process.exit(1);
  });
  process.stderr.on("error", (error) => {
    if (!isLeft(error)) process.exit(1);
  });
  return {
    out: (text) => process.stdout.write(text),
    progress: (text) => process.stderr.write(text),
  };
}

/** The sentence for a file that can't be written. */
export function notWritten(path: string, error: unknown): string {
  return `${path}: cannot be written: ${reasonOf(error)}. ${mendOf(error)}`;
}

function isLeft(error: Error): boolean {
  return "code" in error && error.code === "EPIPE";
}

function mendOf(error: unknown): string {
  return isDiskFull(error)
    ? "What is there is not whole: free some space, and ask again."
    : "Name a file in a folder that you may write to.";
}
