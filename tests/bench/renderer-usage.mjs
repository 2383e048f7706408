/** What a browser's pages use, by what Linux tells of their processes; null on other systems. */
import { readdirSync, readFileSync } from "node:fs";

/** Bytes of the largest renderer at its peak. */
export async function rendererPeak(browser) {
  const peaks = (await renderers(browser)).map(peakOf);
  return peaks.includes(null) ? null : Math.max(...peaks);
}

/** Gives what tells the milliseconds that all threads of all renderers have worked; null where nothing tells. */
export async function rendererClock(browser) {
  const processes = await renderers(browser);
  if (processes.some((id) => workOf(id).length === 0)) return null;
  const known = new Map();
  let total = 0;
  return () => {
    for (const { thread, milliseconds } of processes.flatMap(workOf)) {
      total += milliseconds - (known.get(thread) ?? 0);
      known.set(thread, milliseconds); // of a thread that has ended all that it did stays counted
    }
    return total;
  };
}

async function renderers(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  return processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
}

/** VmHWM of Linux, in bytes. */
function peakOf(processId) {
  const status = contents(`/proc/${processId}/status`);
  const found = /^VmHWM:\s+(\d+) kB$/m.exec(status ?? "");
  return found && Number(found[1]) * 1024;
}

function workOf(processId) {
  return threadsOf(processId).flatMap((thread) => {
    const nanoseconds = contents(`/proc/${processId}/task/${thread}/schedstat`)?.split(" ")[0];
    return nanoseconds ? [{ thread, milliseconds: Number(nanoseconds) / 1e6 }] : [];
  });
}

function threadsOf(processId) {
  return ifThere(() => readdirSync(`/proc/${processId}/task`)) ?? [];
}

/** null where there is no such file: the thread has ended, or the system is another. */
function contents(path) {
  return ifThere(() => readFileSync(path, "utf8"));
}

function ifThere(read) {
  try {
    return read();
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ESRCH") return null;
    throw error;
  }
}
