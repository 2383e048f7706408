/** SimFin's industries.csv: which sector the numbers are that its list of companies gives in place of one. */
import { refused } from "../what/check.ts";
import type { FileCheck, ListedFacts, OpenedTable, PlanFile } from "../what/file-check.ts";
import { SECTORS_OF_ONE_DAY } from "./instrument-list.ts";
import { pushText } from "../what/head.ts";
import { createRecords } from "../what/records.ts";
import { plainTitle } from "../statements/items.ts";

interface IndustryColumns {
  readonly id: number;
  readonly sector: number;
}

/** null for a table of something else. */
export function findIndustries(header: readonly string[]): IndustryColumns | null {
  const titles = header.map(plainTitle);
  const isOther = titles.some((title) => !["industryid", "industry", "sector"].includes(title));
  const [id, sector] = [titles.indexOf("industryid"), titles.indexOf("sector")];
  return isOther || id < 0 || sector < 0 ? null : { id, sector };
}

export async function checkIndustries(
  { source, encoding, dialect, table, known }: OpenedTable,
  columns: IndustryColumns,
): Promise<FileCheck> {
  const industries = new Map<string, string>();
  let rows = 0;
  const sink = createRecords(source.name, dialect, (cells, line) => {
    if (line < table.firstDataLine) return;
    rows++;
    const [id, sector] = [columns.id, columns.sector].map((column) => (cells[column] ?? "").trim());
    if (id && sector && !industries.has(id)) industries.set(id, sector);
  });
  await pushText(source, encoding, sink);
  const about = { ...known, kind: "instruments", format: "SimFin industries", rows } as const;
  if (industries.size === 0)
    return { check: refused(about, "no row of it has a number and a sector"), rows: null };
  const sectors = new Set(industries.values()).size;
  const message = `${industries.size === 1 ? "1 industry" : `${industries.size} industries`} of ${sectors === 1 ? "1 sector" : `${sectors} sectors`}: SimFin's list of companies says which is whose, so import it with this file.`;
  const warnings = [SECTORS_OF_ONE_DAY];
  return { check: { ...about, verdict: "ok", message, warnings }, rows: null, industries };
}

/** What lists say of instruments, by symbol; the first file's word stands. */
export function listedIn(files: readonly PlanFile[]): ReadonlyMap<string, ListedFacts> {
  const industries = new Map(files.flatMap((file) => [...(file.industries ?? [])]));
  const listed = new Map<string, ListedFacts>();
  for (const file of files)
    for (const [symbol, said] of file.listed ?? [])
      if (!listed.has(symbol)) {
        const sector = said.sector || (industries.get(said.industry ?? "") ?? "");
        listed.set(symbol, { ...said, sector });
      }
  return listed;
}
