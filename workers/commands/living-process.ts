/** Whether a process that left its number somewhere still lives: numbers are used again, and the dead keep theirs for a while. */
import { readFileSync } from "node:fs";

/** States of a process that is over, and that no parent has waited for: its number is there for as long. */
const DEAD = new Set(["Z", "X"]);

/** When a process started, as its system counts; "" where that isn't told. */
export function startOfProcess(pid: number): string {
  return statOf(pid).start;
}

/** @param start - what startOfProcess said of it; "" for unknown */
export function isLiving(pid: number, start = ""): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || !isProcess(pid)) return false;
  const { state, start: now } = statOf(pid);
  if (DEAD.has(state)) return false;
  return start === "" || now === "" || now === start;
}

/** Whether there is a process of this number. */
function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** State, and start in ticks since the system's own, where Linux tells them. */
function statOf(pid: number): { readonly state: string; readonly start: string } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", start: fields[19] ?? "" };
  } catch {
    return { state: "", start: "" };
  }
}
