/** JSON files of the SEC: companyfacts and companyconcept of one company, and the lists of tickers by CIK. */
import { isRecord } from "#workers/model/strategy-fault.ts";
import { enterContradiction } from "#workers/market/facts-file.ts";
import { openFactsTally } from "#workers/market/facts-tally.ts";
import { leaveOut } from "#workers/market/file-rows.ts";
import { quoteCell } from "#workers/market/row-rules.ts";
import { formatIsoDay, parseIsoDay } from "#workers/model/day.ts";
import { createIdentityList } from "./identities.ts";
import type { Identities } from "./identities.ts";
import { isAnnualForm } from "./judge-row.ts";
import { dayMark, quartersBetween } from "./spans.ts";
import { createStatementRow, createStatementRows, SPAN_OPEN } from "./statement-table.ts";
import type { StatementTable } from "./statement-table.ts";
import { createTitleFigures } from "./title-figures.ts";

export type SecJson =
  | { readonly type: "facts"; readonly table: StatementTable; readonly company: string }
  | { readonly type: "tickers"; readonly identities: Identities; readonly rows: number }
  | { readonly type: "refused"; readonly reason: string };

interface Settings {
  readonly file: string;
  /** EpochDay. */
  readonly today: number;
  /** Answered in place of the company's CIK; "" for none. */
  readonly symbol: string;
}

/** null for JSON of somebody else. @param parsed - as JSON.parse gives it */
export function readSecJson(parsed: unknown, settings: Settings): SecJson | null {
  if (!isRecord(parsed)) return null;
  if ("cik" in parsed && isRecord(parsed["facts"]))
    return readFacts(parsed, conceptsOf(parsed["facts"]), settings);
  if ("cik" in parsed && "tag" in parsed && isRecord(parsed["units"]))
    return readFacts(parsed, [{ tag: textOf(parsed["tag"]), units: parsed["units"] }], settings);
  if ("ccp" in parsed && "tag" in parsed && Array.isArray(parsed["data"]))
    return {
      type: "refused",
      reason:
        "a frame of the SEC: figures of one period as they are known today, without the days on which they were filed. Take companyfacts of each company, or the financial statement data sets",
    };
  if (Array.isArray(parsed["fields"]) && Array.isArray(parsed["data"]))
    return readTickerTable(parsed["fields"], parsed["data"]);
  return readTickers(Object.values(parsed));
}

type JsonRecord = Readonly<Record<string, unknown>>;

function textOf(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

interface Concept {
  readonly tag: string;
  readonly units: JsonRecord;
}

function conceptsOf(facts: JsonRecord): Concept[] {
  return Object.values(facts).flatMap((taxonomy) =>
    isRecord(taxonomy)
      ? Object.entries(taxonomy).flatMap(([tag, concept]) =>
          isRecord(concept) && isRecord(concept["units"]) ? [{ tag, units: concept["units"] }] : [],
        )
      : [],
  );
}

const UNITS: ReadonlySet<string> = new Set(["USD", "shares", "USD/shares"]);
const NOT_TAKEN = "of items that are not facts here";

function readFacts(
  about: JsonRecord,
  concepts: readonly Concept[],
  { file, today, symbol }: Settings,
): SecJson {
  const tally = openFactsTally(file, "fact");
  tally.layout = "SEC companyfacts";
  const cik = textOf(about["cik"]).replace(/^0+/, "");
  const company = textOf(about["entityName"]) || `CIK ${cik}`;
  const row = createStatementRow();
  row.symbol = 0;
  const rows = createStatementRows(0, (line, figure, firstLine) => {
    const name = titles.all[figure]?.name ?? "";
    const first = `${file}, entry ${firstLine}`;
    enterContradiction(tally, line, { name, symbol: company, day: dayMark(row), first });
  });
  const titles = createTitleFigures(rows, null);
  const passed = new Map<string, number>();
  const passOver = (reason: string): void => void passed.set(reason, (passed.get(reason) ?? 0) + 1);

  function takeEntry(entry: JsonRecord, tag: string): void {
    const figure = titles.find(tag, tally.rows);
    if (!figure) {
      passOver(NOT_TAKEN);
      return;
    }
    const judged = judgeEntry(entry, tag, today);
    if (typeof judged === "string") {
      leaveOut(tally, tally.rows, () => judged);
      return;
    }
    const { span } = judged;
    if (span === SPAN_OPEN) passOver("of a span other than a quarter, half-year, nine months or year");
    else if (figure.item?.kind === "stock" && (span === 2 || span === 3))
      passOver("averages of half a year or nine months");
    else {
      row.period = judged.end;
      row.known = judged.filed;
      row.span = span;
      row.line = tally.rows;
      rows.put(row, figure.at, judged.value);
    }
  }

  for (const { tag, units } of concepts) {
    for (const [unit, entries] of Object.entries(units)) {
      if (!Array.isArray(entries)) continue;
      for (const entry of entries) {
        tally.rows++;
        if (!UNITS.has(unit)) passOver(`in ${unit.slice(0, 12)}, and not in dollars or shares`);
        else if (isRecord(entry)) takeEntry(entry, tag);
      }
    }
  }
  const columns = rows.columns();
  return {
    type: "facts",
    company,
    table: {
      tally,
      vendor: "SEC companyfacts",
      symbols: [symbol || cik],
      code: symbol === "" ? "cik" : "symbol",
      ...columns,
      ...titles.combined(columns.values, columns.rows),
      currency: "USD",
      lag: null,
      passed,
      units: [],
    },
  };
}

interface JudgedEntry {
  readonly value: number;
  /** EpochDays. */
  readonly end: number;
  readonly filed: number;
  /** Length of the period in quarters, or SPAN_OPEN for what is none of them. */
  readonly span: number;
}

/** What an entry says, or why it is left out. */
function judgeEntry(entry: JsonRecord, tag: string, today: number): JudgedEntry | string {
  const dayOf = (name: string): number | null => parseIsoDay(textOf(entry[name]));
  const [start, end, filed] = [dayOf("start"), dayOf("end"), dayOf("filed")];
  const value = entry["val"];
  if (typeof value !== "number" || !Number.isFinite(value)) return `val of ${tag} is not a number.`;
  if (end === null) return `end of ${tag} is ${quoteCell(textOf(entry["end"]))}, which is not a date.`;
  if (filed === null) return `filed of ${tag} is ${quoteCell(textOf(entry["filed"]))}, which is not a date.`;
  if (Math.max(end, filed) > today + 1)
    return `${tag} is of ${formatIsoDay(Math.max(end, filed))}, which has not come yet.`;
  if (filed < end)
    return `${tag} was filed on ${formatIsoDay(filed)}, before its period ends on ${formatIsoDay(end)}.`;
  const ofDay = isAnnualForm(textOf(entry["form"])) ? 4 : 1;
  const span = entry["start"] === undefined ? ofDay : quartersBetween(start ?? end, end);
  return { value, end, filed, span };
}

/** company_tickers.json: an object of companies by number. */
function readTickers(companies: readonly unknown[]): SecJson | null {
  const codes = createIdentityList();
  let rows = 0;
  for (const company of companies) {
    if (!isRecord(company)) return null;
    const cik = textOf(company["cik_str"] ?? company["cik"]);
    if (codes.add("cik", cik, textOf(company["ticker"]))) rows++;
  }
  return rows === 0 ? null : { type: "tickers", identities: codes.finish(), rows };
}

/** company_tickers_exchange.json: names of columns, and rows. */
function readTickerTable(fields: readonly unknown[], data: readonly unknown[]): SecJson | null {
  const [cik, ticker] = [fields.indexOf("cik"), ["ticker", "symbol"].map((one) => fields.indexOf(one))];
  const at = ticker.find((column) => column >= 0) ?? -1;
  if (cik < 0 || at < 0) return null;
  const codes = createIdentityList();
  let rows = 0;
  for (const row of data)
    if (Array.isArray(row) && codes.add("cik", textOf(row[cik]), textOf(row[at]))) rows++;
  return rows === 0 ? null : { type: "tickers", identities: codes.finish(), rows };
}
