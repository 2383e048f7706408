/** The dry run of a list of codes (ISIN, CIK, CUSIP) or of earlier names: which symbol each is of. */
import type { ImportCheck } from "#workers/model/import-check.ts";
import { refused } from "./check.ts";
import type { FileCheck, ListedFacts, OpenedTable } from "./file-check.ts";
import { knownName } from "./header-names.ts";
import type { Role } from "./header-names.ts";
import { SECTORS_OF_ONE_DAY } from "./instrument-list.ts";
import { pushText } from "./head.ts";
import { createRecords } from "./records.ts";
import { createIdentityBook } from "./statements/identities.ts";
import type { FoundNames } from "./statements/any-statement.ts";
import type { Identities } from "./statements/identities.ts";

export async function checkIdentities(
  { source, encoding, dialect, known }: OpenedTable,
  { columns, header, headerLine }: FoundNames,
): Promise<FileCheck> {
  const book = createIdentityBook();
  const columnOf = (role: Role): number => header.findIndex((title) => knownName(title)?.role === role);
  const [name, sector] = [columnOf("name"), columnOf("sector")];
  const listed = new Map<string, ListedFacts>();
  let rows = 0;
  let said = 0;
  const sink = createRecords(source.name, dialect, (cells, line) => {
    if (line <= headerLine) return;
    rows++;
    if (book.take(cells, columns)) said++;
    const cellOf = (column: number): string => (cells[column] ?? "").trim();
    const symbol = cellOf(columns.symbol);
    if ((name >= 0 || sector >= 0) && symbol !== "" && !listed.has(symbol))
      listed.set(symbol, { ...NOTHING_LISTED, name: cellOf(name), sector: cellOf(sector) });
  });
  await pushText(source, encoding, sink);
  const found = identityCheck({ ...known, format: "codes and names of symbols" }, book.finish(), rows);
  const checked = found.identities && listed.size > 0 ? { ...found, listed } : found;
  const silent = rows - said;
  const warnings = [
    ...(silent > 0
      ? [
          `${silent === 1 ? "1 row has" : `${silent} rows have`} no code or name that can be read, and ${silent === 1 ? "is" : "are"} passed over.`,
        ]
      : []),
    ...(found.identities && [...listed.values()].some((one) => one.sector !== "")
      ? [SECTORS_OF_ONE_DAY]
      : []),
  ];
  return { ...checked, check: { ...checked.check, warnings } };
}

const NOTHING_LISTED: ListedFacts = { name: "", sector: "", marketCap: NaN, sharesOutstanding: NaN };

export function identityCheck(about: ImportCheck, identities: Identities, rows: number): FileCheck {
  const { codes, renames } = identities;
  const described: ImportCheck = { ...about, kind: "instruments", rows };
  if (codes.size + renames.length === 0)
    return {
      check: refused(described, "no row of it has a code and a symbol, or an earlier and a later name"),
      rows: null,
    };
  const parts = [
    ...(codes.size > 0
      ? [codes.size === 1 ? "the code of 1 company" : `codes of ${codes.size} companies`]
      : []),
    ...(renames.length > 0
      ? [renames.length === 1 ? "1 change of a name" : `${renames.length} changes of names`]
      : []),
  ];
  const message = `${parts.join(" and ")}: statements in these files are matched by them.`;
  return {
    check: { ...described, verdict: "ok", message: message.charAt(0).toUpperCase() + message.slice(1) },
    rows: null,
    identities,
  };
}
