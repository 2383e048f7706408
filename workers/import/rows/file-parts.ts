/**
 * Reads a long plain file in parts on several threads. Parts are put together in the file's order, so the rows, their
 * lines, the instruments' numbers and what is left out are those of a reading in one go, however it was cut.
 */
import { MAX_ISSUES, openTally } from "#workers/market/file-rows.ts";
import type { FileTally } from "#workers/market/file-rows.ts";
import type { PriceSource } from "#workers/market/source.ts";
import type { SymbolList } from "#workers/market/symbols.ts";
import type { LocalBytes } from "#workers/model/import-plan.ts";
import { HEAD_BYTES } from "../what/head.ts";
import type { PartAnswer, PartRefusal, PartRequest, PartRows, PlainRules } from "./part-rows.ts";
import { isWell } from "./plain-rows.ts";
import type { ReadingThreads } from "../plan/reading-threads.ts";
import { appendCopy } from "./row-copy.ts";
import type { Intake } from "./row-pool.ts";

const LF = 10;
const GZIP = 0x1f;

interface Destination {
  readonly symbols: SymbolList;
  readonly intake: Intake;
  readonly threads: ReadingThreads;
}

/**
 * @returns the file's tally; or why there is none: "not plain" for a file that the long way must read, anything else for
 * one that is to be read here in one go
 */
export async function readInParts(
  { file }: PriceSource,
  rules: PlainRules,
  { symbols, intake, threads }: Destination,
): Promise<FileTally | PartRefusal | "short"> {
  if (!file || file.bytes.size < 2 * threads.partBytes) return "short";
  const start = await firstRowAt(file.bytes, rules.layout.firstLine);
  if (start < 0) return "short";
  const requests = cutFile(file.bytes, start, { rules, partBytes: threads.partBytes });
  const tally = openTally(rules.layout.file, intake.store);
  let linesBefore = rules.layout.firstLine - 1;
  const refused = await inOrder(requests, threads, (part, bytes) => {
    enterPart(tally, part, linesBefore);
    appendCopy(intake.store, part, symbols, linesBefore);
    tally.endRow = intake.store.firstRow + intake.store.rows;
    linesBefore += part.lines;
    file.onRead(bytes);
    intake.settle();
  });
  if (refused) return refused;
  return isWell(tally, rules) ? tally : "not plain";
}

/** Where line number `firstLine` begins; -1 for a file that is packed, or has so much above its rows. */
async function firstRowAt(bytes: LocalBytes, firstLine: number): Promise<number> {
  const head = new Uint8Array(await bytes.slice(0, HEAD_BYTES).arrayBuffer());
  if (head[0] === GZIP) return -1;
  let start = 0;
  for (let line = 1; line < firstLine; line++) {
    const end = head.indexOf(LF, start);
    if (end < 0) return -1;
    start = end + 1;
  }
  return start;
}

function cutFile(
  bytes: LocalBytes,
  first: number,
  { rules, partBytes }: { readonly rules: PlainRules; readonly partBytes: number },
): PartRequest[] {
  const requests: PartRequest[] = [];
  for (let start = first; start < bytes.size; start += partBytes) {
    const end = Math.min(start + partBytes, bytes.size);
    requests.push({ bytes, start, end, isFirst: start === first, rules });
  }
  return requests;
}

/** Has some parts under way at a time, and takes them in order up to the first that has no rows. */
async function inOrder(
  requests: readonly PartRequest[],
  threads: ReadingThreads,
  take: (part: PartRows, bytes: number) => void,
): Promise<PartRefusal | null> {
  const asked: Promise<PartAnswer>[] = [];
  let next = 0;
  for (const { start, end } of requests) {
    for (; next < requests.length && asked.length < threads.atOnce; next++) {
      const request = requests[next];
      if (request) asked.push(threads.readPart(request));
    }
    // oxlint-disable-next-line no-await-in-loop -- part after part: lines are counted from the file's start
    const answer = await asked.shift();
    if (answer === undefined || typeof answer === "string") return answer ?? "failed";
    take(answer, end - start);
  }
  return null;
}

function enterPart(tally: FileTally, { tally: part, issues }: PartRows, linesBefore: number): void {
  tally.rows += part.rows;
  tally.closesOfZero += part.closesOfZero;
  tally.closesBelowZero += part.closesBelowZero;
  tally.leftOut += part.leftOut;
  tally.repeats += part.repeats;
  tally.closeOnly += part.closeOnly;
  for (const issue of issues.slice(0, MAX_ISSUES - tally.issues.length))
    tally.issues.push({ ...issue, line: linesBefore + issue.line });
}
