/**
 * Asks for previews while a person types: one at a time, the latest question next, and only the answer to that one
 * counts. Nothing waits for a pause here: rules come after one (rules/rule-desk.ts), and what the keys of a field begin too
 * early is over soon. The first question waits until the page has nothing more urgent to do.
 */
import type { Preview } from "#workers/model/preview.ts";
import type { Result } from "#workers/model/problem.ts";
import type { FormOutcome } from "./form-values.ts";

/** A question; the same key has the same answer. */
export interface PreviewQuestion {
  readonly key: string;
  readonly outcome: FormOutcome;
}

interface PreviewQueueTools {
  readonly count: (outcome: FormOutcome, signal: AbortSignal) => Promise<Result<Preview>>;
  readonly onAnswer: (key: string, answer: Result<Preview>) => void;
}

export interface PreviewQueue {
  /** Asking what was asked last does nothing. */
  readonly ask: (question: PreviewQuestion) => void;
  /** Asks the latest question again, e.g. after a lost worker. */
  readonly askAgain: () => void;
  /** Ends a count under way, so that a run which begins now has the processor and the memory. */
  readonly stop: () => void;
}

export function createPreviewQueue({ count, onAnswer }: PreviewQueueTools): PreviewQueue {
  const end = new AbortController();
  let latest: PreviewQuestion | null = null;
  let waiting: PreviewQuestion | null = null;
  let isBusy = false;
  const isIdle = whenIdle();

  async function next(): Promise<void> {
    await isIdle;
    if (isBusy || !waiting || end.signal.aborted) return;
    const question = waiting;
    waiting = null;
    isBusy = true;
    try {
      const answer = await count(question.outcome, end.signal);
      if (!end.signal.aborted && question.key === latest?.key) onAnswer(question.key, answer);
    } finally {
      isBusy = false;
    }
    await next();
  }

  function enqueue(question: PreviewQuestion): void {
    latest = question;
    waiting = question;
    void next();
  }

  return {
    ask(question) {
      if (question.key !== latest?.key) enqueue(question);
    },
    askAgain() {
      if (latest) enqueue(latest);
    },
    stop() {
      end.abort();
    },
  };
}

/** Safari has no idle callbacks. */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: 2000 });
    else setTimeout(resolve, 200);
  });
}
