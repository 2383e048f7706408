/** What the page's thread works, in the processor's time: what other programs take meanwhile does not count. */
import type { AppPage } from "#tests/support/app-page.ts";

export interface ThreadWork {
  /** Milliseconds in all. */
  readonly total: number;
  /** Of the longest task. */
  readonly longest: number;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** The processor's time in microseconds, of a task that is over. */
  readonly tdur?: number;
  readonly args: {
    readonly name?: string;
    readonly data?: Partial<TracedFrame> & { readonly frames?: readonly TracedFrame[] };
  };
}

/** A frame and the process it is in; one of a page itself has no parent. */
interface TracedFrame {
  readonly processId?: number;
  readonly parent?: string;
}

const CATEGORIES = ["toplevel", "disabled-by-default-devtools.timeline", "__metadata"];

/** The tasks of the page's thread while something is done. Frames that the browser keeps in processes of their own are no part of it. */
export async function threadWork({ page, context }: AppPage, work: () => Promise<void>): Promise<ThreadWork> {
  const session = await context.newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...JSON.parse(JSON.stringify(value))));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: CATEGORIES },
  });
  try {
    await work();
  } finally {
    const isOver = new Promise((resolve) => {
      session.once("Tracing.tracingComplete", resolve);
    });
    await session.send("Tracing.end"); // else a retry could not begin another one
    await isOver;
    await session.detach();
  }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const processes = processesOfPage(events);
  const isOfPage = ({ name, args, pid }: TraceEvent) =>
    name === "thread_name" && args.name === "CrRendererMain" && processes.has(pid);
  const pages = new Set(events.filter(isOfPage).map(threadOf));
  const tasks = events.filter((event) => event.name === "RunTask" && pages.has(threadOf(event)));
  const times = tasks.map(({ tdur = 0 }) => tdur / 1000);
  if (times.length === 0) throw new Error("the browser reported no task of the page's thread");
  return { total: times.reduce((sum, ms) => sum + ms, 0), longest: Math.max(...times) };
}

/** Those that its main frame was in, at first and after it went elsewhere. */
function processesOfPage(events: readonly TraceEvent[]): ReadonlySet<number> {
  const frames = events.flatMap(({ name, args: { data } }) => {
    if (name === "TracingStartedInBrowser") return data?.frames ?? [];
    return name === "FrameCommittedInBrowser" && data ? [data] : [];
  });
  return new Set(frames.flatMap(({ processId, parent }) => (parent || !processId ? [] : [processId])));
}
