/** What a file is, by what stands in it: the one door for files asks here, and sends each to the page that takes it. */
import { formatCount } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";

/** What a zip ends with, its longest remark included, in bytes. */
const LONGEST_END = 22 + 65_535;
/** As many files as a backup of years has; longer lists are none of ours. */
const MOST_NAMES = 20_000;
const END_MARK = 0x06054b50;
const ENTRY_MARK = 0x02014b50;
const ENTRY_BYTES = 46;

/** What a page of the app takes. */
export type TakenKind = "strategy" | "capsule" | "deployment" | "backup";

export type Recognised =
  | { readonly kind: TakenKind }
  /** Nothing that is opened here: what it is and what to do with it, in sentences; and the page for it where there is one. */
  | { readonly kind: "other"; readonly words: string; readonly isForData: boolean };

/** Of its first bytes, which tell most files. */
const HEAD_BYTES = 4096;
/** A whole file of this size is parsed where its head doesn't tell. */
const MOST_PARSED_BYTES = 4_000_000;

const KIND_OF_FORMAT: Readonly<Record<string, TakenKind>> = {
  strategy: "strategy",
  capsule: "capsule",
  deployment: "deployment",
};

/** Formats that the app writes and nothing reads back, with what to do about each. */
const ONLY_WRITTEN: Readonly<Record<string, string>> = {
  result:
    "holds a run's result, for other programs to read. To run it again here, export its strategy or its run capsule.",
  "tidemark-data":
    "was made by Download my data, for keeping. To bring work back, open a backup, which Settings makes.",
  "tidemark-backup": "is the list of contents of a backup. Open the whole backup, a zip file.",
  catalog: "lists price files for a server. Prices are imported on the Data screen.",
  functions: "lists the functions of the rule language, for other programs to read.",
};

const WAY_ON =
  "Strategies, run capsules and deployments are JSON files that Export saves; a backup is a zip file that Settings makes.";

export async function recogniseFile(file: File): Promise<Recognised> {
  const name = `"${shownName(file.name)}"`;
  try {
    if (file.size === 0) return other(`${name} is empty. ${WAY_ON}`);
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    if (isZip(head)) return await recogniseZip(name, file);
    return await recogniseText(name, file, head);
  } catch {
    return other(`${name} can't be opened. Check that it is still there, and choose it again.`);
  }
}

async function recogniseZip(name: string, file: File): Promise<Recognised> {
  const names = await namesInZip(file);
  if (names === null)
    return other(`${name} is a zip file that breaks off, so that nothing in it can be found. Get it again.`);
  if (names.includes("manifest.json")) return { kind: "backup" };
  if (names.includes("[Content_Types].xml") || names.includes("content.xml"))
    return forData(`${name} is a workbook. Where it holds prices, it is imported on the Data screen.`);
  const files = names.filter((path) => !path.endsWith("/"));
  if (files.length > 0 && files.every((path) => TABLE.test(path)))
    return forData(`${name} is a zip of tables. Where they hold prices, it is imported on the Data screen.`);
  const [first, second] = files;
  if (first === undefined) return other(`${name} is a zip file with nothing in it. ${WAY_ON}`);
  if (second === undefined)
    return other(`${name} is a zip that holds "${shownName(first)}". Unpack it, and open that file.`);
  const more = files.length > 2 ? ` and ${formatCount(files.length - 2)} more` : "";
  return other(
    `${name} is a zip of ${formatCount(files.length)} files, "${shownName(first)}", "${shownName(second)}"${more}, and no backup. Unpack it, and open them one at a time.`,
  );
}

const TABLE = /\.(?:csv|tsv|txt|xlsx|ods|parquet)(?:\.gz)?$/i;

async function recogniseText(name: string, file: File, head: Uint8Array): Promise<Recognised> {
  const begin = new TextDecoder().decode(head).replace(/^\uFEFF/, "");
  if (begin.startsWith("PAR1"))
    return forData(`${name} is a Parquet file. Where it holds prices, it is imported on the Data screen.`);
  if (head[0] === 0x1f && head[1] === 0x8b)
    return forData(`${name} is packed with gzip. Where it holds prices, it is imported on the Data screen.`);
  if (begin.includes("\0")) return other(`${name} is no text, and no file of this app. ${WAY_ON}`);
  if (/^\s*[{[]/.test(begin)) return await recogniseJson(name, file, begin);
  if (/^\s*<(?:!doctype html|html)/i.test(begin))
    return other(`${name} is a page to look at, such as a saved report: open it in a tab of the browser.`);
  if (isTable(begin))
    return forData(`${name} is a table. Where it holds prices, it is imported on the Data screen.`);
  return other(`${name} is plain text, and no file of this app. ${WAY_ON}`);
}

async function recogniseJson(name: string, file: File, begin: string): Promise<Recognised> {
  const format = /^\s*\{\s*"format"\s*:\s*"([^"]*)"/.exec(begin)?.[1] ?? (await formatInside(file, begin));
  if (format === null) return { kind: "strategy" }; // whose reader says what is wrong with it, and where
  const family = format.split("/")[0] ?? "";
  const kind = KIND_OF_FORMAT[family];
  if (kind) return { kind };
  const known = ONLY_WRITTEN[family];
  return other(
    known === undefined
      ? `${name} calls itself "${shownName(format)}", which this app doesn't know. ${WAY_ON}`
      : `${name} ${known}`,
  );
}

/** Where the format is not the first thing that a file says; what is broken or large is believed what it says early on. */
async function formatInside(file: File, begin: string): Promise<string | null> {
  const saidEarly = /"format"\s*:\s*"((?:capsule|deployment)\/[^"]*)"/.exec(begin)?.[1] ?? null;
  if (file.size > MOST_PARSED_BYTES) return saidEarly;
  try {
    const value: unknown = JSON.parse((await file.text()).replace(/^\uFEFF/, ""));
    if (typeof value !== "object" || value === null || !("format" in value)) return null;
    return typeof value.format === "string" ? value.format : null;
  } catch {
    return saidEarly;
  }
}

/** Two lines or more that are cut alike, into three cells at least. */
function isTable(begin: string): boolean {
  const lines = begin.split(/\r?\n/).filter((line) => line.trim() !== "");
  const [first = "", second = ""] = lines;
  return [",", ";", "\t", "|"].some((mark) => {
    const cells = first.split(mark).length;
    return cells >= 3 && second.split(mark).length === cells;
  });
}

function other(words: string): Recognised {
  return { kind: "other", words, isForData: false };
}

function forData(words: string): Recognised {
  return { kind: "other", words, isForData: true };
}

/** @param head - at least the file's first four bytes */
function isZip(head: Uint8Array): boolean {
  const [p, k, third = 0, fourth = 0] = head;
  return p === 0x50 && k === 0x4b && ((third === 3 && fourth === 4) || (third === 5 && fourth === 6));
}

/**
 * The names of the files in a zip, out of its list of contents at its end; what is in the files is not looked at. In the
 * order of the list; [] for an empty zip, null where the list is missing or damaged. Folders end with "/".
 */
export async function namesInZip(file: Blob): Promise<readonly string[] | null> {
  const tailAt = Math.max(0, file.size - LONGEST_END);
  const tail = new DataView(await file.slice(tailAt).arrayBuffer());
  let at = tail.byteLength - 22;
  while (at >= 0 && tail.getUint32(at, true) !== END_MARK) at--;
  if (at < 0) return null;
  const [bytes, begin] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)];
  if (begin + bytes > tailAt + at) return null;
  return readList(new DataView(await file.slice(begin, begin + bytes).arrayBuffer()));
}

function readList(list: DataView<ArrayBuffer>): readonly string[] | null {
  const names: string[] = [];
  const decoder = new TextDecoder();
  let at = 0;
  while (at + ENTRY_BYTES <= list.byteLength && names.length < MOST_NAMES) {
    if (list.getUint32(at, true) !== ENTRY_MARK) return null;
    const length = list.getUint16(at + 28, true);
    const further = list.getUint16(at + 30, true) + list.getUint16(at + 32, true);
    if (at + ENTRY_BYTES + length > list.byteLength) return null;
    names.push(decoder.decode(new Uint8Array(list.buffer, at + ENTRY_BYTES, length)));
    at += ENTRY_BYTES + length + further;
  }
  return names;
}
