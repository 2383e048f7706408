/** Archives replaced by the files in them; whatever an archive holds, its names stay names. */
import { Refusal } from "#workers/market/refusal.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { zipSources } from "#workers/market/zip.ts";

export type Expanded =
  | { readonly type: "file"; readonly source: PriceSource }
  | { readonly type: "refused"; readonly name: string; readonly message: string };

/** Files that are no data, and what desktops add to folders and archives. */
const PASSED_OVER = /(?:^|[/\\])(?:__MACOSX[/\\]|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

export function isPassedOver(path: string): boolean {
  return PASSED_OVER.test(path) || path.endsWith("/");
}

/** A file as it is, or an archive's files in the order of the archive. */
export async function expandSource(source: PriceSource): Promise<Expanded[]> {
  if (!(await startsLikeZip(source))) return [{ type: "file", source }];
  try {
    const entries = await zipSources(source, (path) => !isPassedOver(path));
    if (entries.some(({ name }) => name.endsWith("/[Content_Types].xml"))) {
      return [{ type: "refused", name: source.name, message: "an Excel workbook; save it as CSV" }];
    }
    return entries.map((entry) => checkPath(source.name, entry));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message } = error.problem;
    return [{ type: "refused", name: source.name, message: message.replace(`${source.name}: `, "") }];
  }
}

/** An entry that points outside of its archive is a trick. */
function checkPath(archive: string, source: PriceSource): Expanded {
  const path = source.name.slice(archive.length + 1);
  const isTrick =
    /^(?:[/\\]|[A-Za-z]:)/.test(path) || path.split(/[/\\]/).includes("..") || path.includes("\u0000");
  if (!isTrick) return { type: "file", source };
  const message = "its path leads out of the archive; pack the file again";
  return { type: "refused", name: source.name, message };
}

async function startsLikeZip(source: PriceSource): Promise<boolean> {
  if (/\.zip$/i.test(source.name)) return true;
  let head = new Uint8Array(0);
  try {
    for await (const chunk of await source.open()) {
      const longer = new Uint8Array(head.length + chunk.length);
      longer.set(head);
      longer.set(chunk, head.length);
      head = longer;
      if (head.length >= 4) break;
    }
  } catch {
    return false; // told when the file itself is read
  }
  const [p, k, three, four] = head;
  return p === 0x50 && k === 0x4b && three === 3 && four === 4;
}
