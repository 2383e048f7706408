/** A thread that holds a market and works on it, one job at a time. */
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import type { OpenRoom } from "../code/room.ts";
import { processRooms } from "../code/process-room.ts";
import type { Result } from "#workers/model/problem.ts";
import { createColumnMarkets } from "./columns-market.ts";
import { DISK_FULL, isDiskFull } from "./error.ts";
import { importJob } from "./jobs/import.ts";
import { seriesJob, stepsJob } from "./jobs/series.ts";
import { readJob, outlineJob } from "./jobs/read.ts";
import { blockJob } from "./jobs/block.ts";
import { runJob } from "./jobs/run.ts";
import type { JobTools } from "./jobs/job-tools.ts";
import type { Asked, FromThread, JobName, ThreadJobs, ThreadStart, ToThread } from "./thread-jobs.ts";

type Job<J extends JobName> = (
  asks: ThreadJobs[J]["asks"],
  tools: JobTools<ThreadJobs[J]["tells"]>,
) => Promise<Result<ThreadJobs[J]["gives"]>>;

const JOBS: { readonly [J in JobName]: Job<J> } = {
  read: readJob,
  outline: outlineJob,
  import: importJob,
  series: seriesJob,
  steps: stepsJob,
  run: runJob,
  block: blockJob,
};

const port = parentPort;
if (!port) throw new Error("engine.thread.ts runs in a thread");

const { niceness }: ThreadStart = workerData;
// Elsewhere than on Linux a niceness is that of the whole program.
if (niceness > 0 && process.platform === "linux") setPriority(niceness);

const markets = createColumnMarkets();
/** Rooms of code that are open: processes that would outlive the thread. */
const rooms = new Set<() => void>();
const say = (message: FromThread): void => port.postMessage(message);

port.on("message", (message: ToThread) => {
  if (message.type === "ask") {
    void work(message.asked);
    return;
  }
  for (const close of rooms) close();
  say({ type: "stopped" });
});

async function work<J extends JobName>({ id, job, asks }: Asked<J>): Promise<void> {
  try {
    const tell = (told: ThreadJobs[J]["tells"]): void => say({ type: "tell", id, told });
    const result = await JOBS[job](asks, { markets, openRoom: watched(processRooms()), tell });
    say(
      result.ok ? { type: "give", id, value: result.value } : { type: "refuse", id, problem: result.problem },
    );
  } catch (error) {
    if (isDiskFull(error)) {
      say({ type: "refuse", id, problem: DISK_FULL });
      return;
    }
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    say({ type: "fail", id, message });
  }
}

/** The same rooms; those that are open can be closed from outside. */
function watched(open: OpenRoom): OpenRoom {
  return async (source) => {
    const opened = await open(source);
    if (!opened.ok) return opened;
    const room = opened.value;
    const end = (): void => {
      if (rooms.delete(end)) room.close();
    };
    rooms.add(end);
    return { ok: true, value: { ...room, close: end } };
  };
}
