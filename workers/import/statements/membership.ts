/** Who belonged to an index, or to a sector, and from when to when: facts of 1 and 0. */
import { openFactsTally } from "#workers/market/facts-tally.ts";
import { leaveOut } from "#workers/market/file-rows.ts";
import { baseName } from "#workers/market/layout.ts";
import { refusal } from "#workers/market/refusal.ts";
import { createSymbolList, symbolNumber } from "#workers/market/symbols.ts";
import { memberNameOf } from "#workers/model/member-name.ts";
import { quoteCell } from "#workers/market/row-rules.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { countOf } from "../what/count-of.ts";
import type { FoundStatement, StatementSettings } from "./any-statement.ts";
import { symbolColumnOf } from "./find-layout.ts";
import { judgeOf } from "./member-rows.ts";
import type { Overlap, Said } from "./member-rows.ts";
import { noRowOf, WORDS_ALONE } from "../rows/no-row.ts";
import { createStatementRow, createStatementRows, DATED } from "./statement-table.ts";
import type { StatementFigure, StatementTable } from "./statement-table.ts";

export interface MembershipReading {
  readonly takeCells: (cells: readonly string[], line: number) => void;
  readonly finish: () => StatementTable;
  /** Of rows of one symbol whose times overlap, once it is finished: where they are, and what comes of it. */
  readonly overlaps: () => readonly string[];
  /** What the one fact that may be called otherwise is called, once it is finished; null for none. */
  readonly member: () => string | null;
  /** True where it says nothing of those that neither came nor went, once it is finished. */
  readonly isOfChanges: () => boolean;
}

/** Sectors are some dozens; a column with more holds something else. */
const MOST_SECTORS = 500;
const NO_FIRST_DAY = "without a first day, so that it is not known since when";
const FILLER =
  /^(?:sharadar|fmp|tickers?|symbols?|start|end|dates?|history|historical|constituents?|components?|members?|membership|changes?|list|index|from|to|updated|by|day|\d+)$/i;

/** `sp500_ticker_start_end.csv` is member.sp500. */
function membershipName(file: string): string {
  const words = baseName(file)
    .replace(/(?:\.(?:csv|txt|tsv|json|gz))+$/i, "")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "" && !FILLER.test(word));
  return memberName(words);
}

function memberName(words: readonly string[]): string {
  return words.length === 0 ? "member" : `member.${words.join("_").toLowerCase().slice(0, 30)}`;
}

/**
 * Names of facts: where the rows are of one index by what was answered, else by the file; else by what they call theirs.
 * Sectors have theirs.
 */
function factNames(said: readonly Said[], own: string): (name: string) => string {
  if (indicesOf(said).size <= 1) return (name) => (name.startsWith("sector.") ? name : own);
  return (name) => memberName(name.split(/[^A-Za-z0-9]+/).filter((word) => word !== ""));
}

/** What rows call their indices. */
function indicesOf(said: readonly Said[]): ReadonlySet<string> {
  return new Set(said.map(({ name }) => name).filter((name) => !name.startsWith("sector.")));
}

/** Throws a Refusal for an answer that can't be a name. */
function answeredName({ file, member }: StatementSettings, headerLine: number): string | null {
  if (member === undefined) return null;
  const name = memberNameOf(member);
  if (name !== null) return name;
  const text = `${quoteCell(member)} cannot be the name of a membership: letters from a to z, digits and "_", at most 33 characters; give it another`;
  throw refusal("file-refused", file, headerLine, text);
}

export function openMembership(found: FoundStatement, settings: StatementSettings): MembershipReading {
  const { layout, headerLine } = found;
  const { file } = settings;
  const tally = openFactsTally(file, "fact");
  tally.layout = layout.vendor;
  const symbols = createSymbolList();
  const figures: StatementFigure[] = [];
  const row = createStatementRow();
  row.span = DATED;
  const rows = createStatementRows(0, (line, figure, firstLine) => {
    const name = figures[figure]?.name ?? "";
    const text = `line ${firstLine} says the opposite of ${name} on that day, and stays. Delete one.`;
    leaveOut(tally, line, () => text);
  });
  const judge = judgeOf(found, settings);
  const own = answeredName(settings, headerLine) ?? membershipName(file);
  let isNamedByFile = false;
  let words = 0;

  function figureOf(name: string): number {
    const at = figures.findIndex((figure) => figure.name === name);
    if (at >= 0) return at;
    if (figures.length === MOST_SECTORS) {
      const text = `more than ${MOST_SECTORS} sectors or indices; is their column the right one?`;
      throw refusal("file-refused", file, headerLine, text);
    }
    rows.addFigure();
    return figures.push({ name, kind: "dated" }) - 1;
  }

  const leave = (line: number, reason: string): void =>
    leaveOut(tally, line, () => `${reason} Correct or delete that row.`);

  return {
    takeCells(cells, line) {
      if (line <= headerLine) return;
      const fault = judge.take(cells, line);
      const noRow = fault === null ? null : noRowOf(cells, found.header);
      if (noRow === "words") words++;
      if (noRow !== null) return;
      tally.rows++;
      if (fault !== null) leave(line, fault);
    },
    finish() {
      const said = [...judge.finish(leave)];
      const nameOf = factNames(said, own);
      isNamedByFile = indicesOf(said).size === 1;
      for (const { symbol, name, day, value, line } of said) {
        row.symbol = symbolNumber(symbols, symbol);
        if (row.symbol < 0) continue;
        row.known = day;
        row.line = line;
        rows.put(row, figureOf(nameOf(name)), value);
      }
      const passed = [
        [NO_FIRST_DAY, judge.undated()],
        [WORDS_ALONE, words],
      ] as const;
      return {
        tally,
        vendor: layout.vendor,
        symbols: symbols.names,
        code: symbolColumnOf(layout, found.header).code,
        figures,
        ...rows.columns(),
        currency: "",
        lag: null,
        passed: new Map(passed.filter(([, count]) => count > 0)),
        units: [],
      };
    },
    member: () => (isNamedByFile ? own : null),
    overlaps: () => overlapWarnings(file, judge.overlaps()),
    isOfChanges: () => layout.rows === "changes" && judge.hasLists?.() !== true,
  };
}

const OVERLAPS_TOLD = 5;

function overlapWarnings(file: string, overlaps: readonly Overlap[]): string[] {
  const told = overlaps.slice(0, OVERLAPS_TOLD).map(({ before, after }) => {
    const until = before.until === Infinity ? "without an end" : `until ${formatIsoDay(before.until)}`;
    const what =
      before.name === after.name
        ? "the two periods are taken as one"
        : `${before.name} and ${after.name} both hold where they overlap`;
    return `${file}:${after.line}: ${after.symbol} from ${formatIsoDay(after.from)}, but line ${before.line} has it from ${formatIsoDay(before.from)} ${until}: ${what}. Correct one of the two.`;
  });
  const others = overlaps.length - told.length;
  return others > 0
    ? [
        ...told,
        `${countOf(others, "more row has a period that overlaps another row's", "more rows have periods that overlap those of other rows")}.`,
      ]
    : told;
}
