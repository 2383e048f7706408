/** The dry run of a JSON file: those of the SEC are understood, lists of records are tables, others are refused by name. */
import { concatBytes } from "#workers/market/source.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { unpackedChunks } from "#workers/market/unpack.ts";
import type { Answers, ImportCheck } from "#workers/model/import-check.ts";
import { refused } from "./check.ts";
import type { FileCheck } from "./file-check.ts";
import { identityCheck } from "../lists/check-identities.ts";
import { concludeStatements } from "../statements/check-statements.ts";
import { jsonTable } from "./json-table.ts";
import { readSecJson } from "../statements/sec-json.ts";

/** All of it is in memory at once, several times over. */
const MOST_BYTES = 67_108_864;
const DAY_MS = 86_400_000;

/** @returns the check, or the file's records as a table that is still to be checked */
export async function checkJson(
  source: PriceSource,
  known: ImportCheck,
  answers: Answers,
): Promise<FileCheck | PriceSource> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of unpackedChunks(source, () => {})) {
    parts.push(new Uint8Array(chunk));
    length += chunk.length;
    if (length > MOST_BYTES) {
      const text =
        "JSON of more than 64 MB; the SEC's files of one company are smaller; download the data as CSV";
      return { check: refused(known, text), rows: null };
    }
  }
  const about: ImportCheck = { ...known, encoding: "UTF-8" };
  const parsed = parse(new TextDecoder().decode(concatBytes(parts)));
  const settings = {
    file: source.name,
    today: Math.floor(Date.now() / DAY_MS),
    symbol: (answers.symbol ?? "").trim(),
  };
  const found = parsed === null ? null : readSecJson(parsed.value, settings);
  if (!found) {
    const table = parsed && jsonTable(source.name, parsed.value);
    return table ?? { check: refused(about, reasonFor(parsed !== null)), rows: null };
  }
  if (found.type === "refused") return { check: refused(about, found.reason), rows: null };
  if (found.type === "tickers")
    return identityCheck({ ...about, format: "the SEC's tickers by CIK" }, found.identities, found.rows);
  const facts: ImportCheck = { ...about, kind: "facts", format: found.table.vendor };
  return concludeStatements(facts, found.table, { questions: [], unknown: [] });
}

function parse(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null; // told as a refusal
  }
}

function reasonFor(isWhole: boolean): string {
  return isWhole
    ? "JSON of a shape that can't be read; download the data as CSV (JSON can be a list of plain records, or companyfacts or company_tickers of the SEC)"
    : "JSON that is cut short or damaged; download it again";
}
