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
      return isAsked && lives(note.pid) ? [note] : [];
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

function lives(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function personFolder() {
  if (process.platform === "win32")
    return join(process.env["LOCALAPPDATA"] ?? join(homedir(), "AppData", "Local"), "tidemark");
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support", "tidemark");
  const data = process.env["XDG_DATA_HOME"] ?? "";
  return join(isAbsolute(data) ? data : join(homedir(), ".local", "share"), "tidemark");
}
