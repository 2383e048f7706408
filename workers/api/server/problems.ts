/** What a call is refused with: RFC 9457 problem details, each with a code for programs and a sentence for people. */
import { STATUS_CODES } from "node:http";
import { DISK_FULL, isDiskFull, TidemarkError } from "../error.ts";
import type { ApiProblem } from "../error.ts";
import type { ProblemBody } from "./schemas.ts";

/** Codes that the server has beside those of strategies, files and the engine, with their status. */
const STATUS_OF = {
  "json-invalid": 400,
  "query-invalid": 400,
  "request-invalid": 400,
  "token-invalid": 401,
  "host-not-allowed": 403,
  "origin-not-allowed": 403,
  "not-found": 404,
  "method-not-allowed": 405,
  "not-acceptable": 406,
  "request-timeout": 408,
  "run-not-done": 409,
  "run-failed": 409,
  "run-cancelled": 409,
  "dataset-read-only": 409,
  "dataset-in-use": 409,
  "name-taken": 409,
  "key-at-work": 409,
  "too-large": 413,
  "media-type-unsupported": 415,
  "body-invalid": 422,
  "dataset-unknown": 422,
  "dataset-failed": 422,
  "idempotency-key-reused": 422,
  "code-not-allowed": 422,
  "questions-open": 422,
  "queue-full": 429,
  "headers-too-large": 431,
  internal: 500,
  "dataset-reading": 503,
  "store-full": 507,
} as const;

export type ServerCode = keyof typeof STATUS_OF;

export type Question = ProblemBody["questions"][number];

interface Extras {
  readonly problems?: readonly ApiProblem[];
  readonly questions?: readonly Question[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown by whatever refuses a call. */
export class CallProblem extends Error {
  readonly body: ProblemBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: string, status: number, detail: string, extras: Extras = {}) {
    super(detail);
    const { problems = [], questions = [], headers = {} } = extras;
    this.headers = headers;
    const title = STATUS_CODES[status] ?? "Error";
    const type = `urn:tidemark:${code}`;
    this.body = { type, code, title, status, detail, problems: [...problems], questions: [...questions] };
  }
}

export function refuse(code: ServerCode, detail: string, extras: Extras = {}): CallProblem {
  return new CallProblem(code, STATUS_OF[code], detail, extras);
}

/** What strategy or data tell without running: understood, and wrong. */
export function refuseWrong(problems: readonly ApiProblem[]): CallProblem {
  const [first = { code: "body-invalid", message: "The body is wrong.", place: "", column: null }] = problems;
  return new CallProblem(first.code, 422, first.message, { problems });
}

/** Any error as what is sent; the stack of a defect is not. */
export function problemOf(error: unknown): CallProblem {
  if (error instanceof CallProblem) return error;
  if (isDiskFull(error) || (error instanceof TidemarkError && error.message === DISK_FULL.message))
    return refuse("store-full", "The store's disk is full: free some space.");
  if (error instanceof TidemarkError && error.code !== "internal") {
    return new CallProblem(error.code, 422, error.message, { problems: error.problems });
  }
  return refuse("internal", "This is a fault of Tidemark: the server's standard error says more.");
}

export function unknownType(): CallProblem {
  return refuse("media-type-unsupported", "Send the body as this call's type, with its Content-Type.");
}

export function notFound(what: string): CallProblem {
  return refuse("not-found", `There is no ${what}: it was never there, or was deleted.`);
}
