/** The client where files can be read: it finds the one server that runs on this machine by itself. */
import { readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { Tidemark as Client, TidemarkError } from "./index.mjs";

export { TidemarkError };

export class Tidemark extends Client {
  constructor({ url = process.env["TIDEMARK_URL"], token = process.env["TIDEMARK_TOKEN"] } = {}) {
    super(url && token ? { url, token } : runningServer(url));
  }
}

/** @param url - of the server whose token is wanted; undefined for the one that runs */
function runningServer(url) {
  const folder = join(personFolder(), "servers");
  const found = filesIn(folder).flatMap((name) => {
    try {
      const note = JSON.parse(readFileSync(join(folder, name), "utf8"));
      const isAsked = !url || note.url === url.replace(/\/+$/, "");
      return isAsked && lives(note.pid, note.start ?? "") ? [note] : [];
    } catch {
      return []; // a note that is being written, or none
    }
  });
  if (found.length === 1) return found[0];
  if (found.length === 0 && url)
    throw new TidemarkError("usage", `The token of ${url} is not known here: say it, or set TIDEMARK_TOKEN.`);
  if (found.length === 0)
    throw new TidemarkError(
      "server-unreachable",
      "No Tidemark server runs on this machine. Start one: npm run serve -- --data DIR, or set TIDEMARK_URL and TIDEMARK_TOKEN.",
    );
  throw new TidemarkError(
    "server-unclear",
    "Several Tidemark servers run on this machine: say which by TIDEMARK_URL and TIDEMARK_TOKEN.",
  );
}

function filesIn(folder) {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch {
    return []; // no server has ever run here
  }
}

/** Whether the process that wrote a note lives: numbers are used again, and the dead keep theirs until they are reaped. */
function lives(pid, start) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== "EPERM") return false;
  }
  const [state, now] = statOf(pid);
  return state !== "Z" && state !== "X" && (start === "" || now === "" || start === now);
}

/** State, and start in ticks since the system's own, where Linux tells them. */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return [fields[0], fields[19]];
  } catch {
    return ["", ""];
  }
}

function personFolder() {
  if (process.platform === "win32")
    return join(process.env["LOCALAPPDATA"] ?? join(homedir(), "AppData", "Local"), "tidemark");
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support", "tidemark");
  const data = process.env["XDG_DATA_HOME"] ?? "";
  return join(isAbsolute(data) ? data : join(homedir(), ".local", "share"), "tidemark");
}
