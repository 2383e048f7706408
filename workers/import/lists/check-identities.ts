/** The dry run of a list of codes (ISIN, CIK, CUSIP) or of earlier names: which symbol each is of. */
import type { ImportCheck } from "#workers/model/import-check.ts";
import { refused } from "../what/check.ts";
import { countOf } from "../what/count-of.ts";
import type { FileCheck, ListedFacts, OpenedTable } from "../what/file-check.ts";
import { knownName } from "../columns/header-names.ts";
import type { Role } from "../columns/header-names.ts";
import { SECTORS_OF_ONE_DAY } from "./instrument-list.ts";
import { pushText } from "../what/head.ts";
import { createRecords } from "../what/records.ts";
import { createIdentityList } from "../statements/identities.ts";
import type { FoundNames } from "../statements/any-statement.ts";
import type { Identities } from "../statements/identities.ts";

export async function checkIdentities(
  { source, encoding, dialect, known }: OpenedTable,
  { columns, header, headerLine }: FoundNames,
): Promise<FileCheck> {
  const identities = createIdentityList();
  const columnOf = (role: Role): number => header.findIndex((title) => knownName(title)?.role === role);
  const [name, sector] = [columnOf("name"), columnOf("sector")];
  const listed = new Map<string, ListedFacts>();
  let rows = 0;
  let said = 0;
  const sink = createRecords(source.name, dialect, (cells, line) => {
    if (line <= headerLine) return;
    rows++;
    if (identities.take(cells, columns)) said++;
    const cellOf = (column: number): string => (cells[column] ?? "").trim();
    const symbol = cellOf(columns.symbol);
    if ((name >= 0 || sector >= 0) && symbol !== "" && !listed.has(symbol))
      listed.set(symbol, { ...NOTHING_LISTED, name: cellOf(name), sector: cellOf(sector) });
  });
  await pushText(source, encoding, sink);
  const found = identityCheck(
    { ...known, format: "codes and names of symbols" },
    identities.finish(),
    rows,
    listed,
  );
  const checked = found.identities && listed.size > 0 ? { ...found, listed } : found;
  const silent = rows - said;
  const warnings = [
    ...(silent > 0
      ? [
          `${countOf(silent, "row has", "rows have")} no code or name that can be read, and ${silent === 1 ? "is" : "are"} passed over.`,
        ]
      : []),
    ...(found.identities && [...listed.values()].some((one) => one.sector !== "")
      ? [SECTORS_OF_ONE_DAY]
      : []),
  ];
  return { ...checked, check: { ...checked.check, warnings } };
}

const NOTHING_LISTED: ListedFacts = { name: "", sector: "", marketCap: NaN, sharesOutstanding: NaN };

/**
 * @param listed - what the file says of symbols beside their codes
 */
export function identityCheck(
  about: ImportCheck,
  identities: Identities,
  rows: number,
  listed: ReadonlyMap<string, ListedFacts> = new Map(),
): FileCheck {
  const { codes, renames } = identities;
  const symbols = [...new Set([...listed.keys(), ...[...codes.values()].flat()])];
  const described: ImportCheck = { ...about, kind: "instruments", rows, symbols };
  if (codes.size + renames.length === 0)
    return {
      check: refused(described, "no row of it has a code and a symbol, or an earlier and a later name"),
      rows: null,
    };
  const facts = [...listed.values()];
  const given = [
    ...(facts.some(({ name }) => name !== "") ? ["name"] : []),
    ...(facts.some(({ sector }) => sector !== "") ? ["sector"] : []),
    ...(codes.size > 0 ? ["code"] : []),
  ].map((one) => (symbols.length === 1 ? one : `${one}s`));
  const parts = [
    ...(given.length > 0 ? [`${inWords(given)} of ${countOf(symbols.length, "symbol")}`] : []),
    ...(renames.length > 0 ? [countOf(renames.length, "change of a name", "changes of names")] : []),
  ];
  const ways = [...(codes.size > 0 ? ["codes"] : []), ...(renames.length > 0 ? ["changes of names"] : [])];
  const message = `${parts.join(" and ")}: statements in these files are matched by ${ways.join(" and ")}.`;
  return {
    check: { ...described, verdict: "ok", message: message.charAt(0).toUpperCase() + message.slice(1) },
    rows: null,
    identities,
  };
}

/** "names, sectors and codes". */
function inWords(words: readonly string[]): string {
  return [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" and ");
}
