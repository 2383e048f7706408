/** Rows of a file of corporate actions to actions: what can't be read goes into the file's tally with its place. */
import { leaveOut } from "#workers/market/file-rows.ts";
import type { IssueTally } from "#workers/market/file-rows.ts";
import { quoteCell } from "#workers/market/row-rules.ts";
import { UNREADABLE } from "#workers/market/row.ts";
import type { DateOrder } from "#workers/model/import-check.ts";
import { dayOf, readDateCell } from "../cells/dates.ts";
import { isNothing, readNumber } from "../cells/numbers.ts";
import { isShareSeries } from "../cells/series.ts";
import { noRowOf } from "../rows/no-row.ts";
import type { ActionKind, CorporateAction } from "./corporate-action.ts";
import { columnsOf } from "./layouts.ts";
import type { ActionColumn, ActionLayout, FoundActions } from "./layouts.ts";
import { readPurpose } from "./purpose.ts";

const RATIO = /^(\d+(?:\.\d+)?)\s*(?::|\/|-?for-?|\bfor\b)\s*(\d+(?:\.\d+)?)$/i;

export interface ActionReading {
  /** Takes the cells of a line below the header. */
  readonly takeCells: (cells: readonly string[], line: number) => void;
  readonly actions: readonly CorporateAction[];
  /** Rows so far. */
  readonly rows: () => number;
  /** What was passed over, and how many rows or parts of rows: `rights issues`. */
  readonly passed: ReadonlyMap<string, number>;
}

export interface ActionSettings {
  readonly tally: IssueTally;
  readonly order: DateOrder;
  /** Symbol of a file without a column for it; "" where that is asked. */
  readonly ownSymbol: string;
}

type Part = Pick<CorporateAction, "kind" | "value" | "label">;

export function readActions(found: FoundActions, { tally, order, ownSymbol }: ActionSettings): ActionReading {
  const columns = columnsOf(found);
  const actions: CorporateAction[] = [];
  const passed = new Map<string, number>();
  const pass = (what: string): void => {
    passed.set(what, (passed.get(what) ?? 0) + 1);
  };
  let rows = 0;

  function takeCells(cells: readonly string[], line: number): void {
    const cell = (column: ActionColumn): string => (cells[columns.get(column)?.[0] ?? -1] ?? "").trim();
    rows++;
    if (columns.has("series") && !isShareSeries(cell("series"))) {
      pass("bonds, preference shares and other series than shares");
      return;
    }
    const fault = (text: string): void => {
      const noRow = noRowOf(cells, found.header);
      if (noRow !== null) rows--;
      if (noRow === "words") pass("lines of text without figures");
      if (noRow === null) leaveOut(tally, line, () => text);
    };
    const symbol = columns.has("symbol") ? cell("symbol") : ownSymbol;
    if (symbol === "" && columns.has("symbol")) {
      fault("no symbol; fill it in or delete the row.");
      return;
    }
    const told: string[] = [];
    const parts = partsOf(cells, cell, {
      columns,
      kinds: found.layout.kinds,
      pass,
      fault: (text) => told.push(text),
    });
    const [why] = told;
    if (why !== undefined) {
      fault(why);
      return;
    }
    if (parts.length === 0) return;
    const exDate = cell("exDate");
    const read = isNothing(exDate) ? null : readDateCell(exDate);
    const exDay = read && dayOf(read.parts, order);
    if (exDay === null) {
      if (isNothing(exDate)) pass("actions without an ex-date");
      else fault(`the ex-date is ${quoteCell(exDate)}, which is not a date; write it as YYYY-MM-DD.`);
      return;
    }
    const otherSymbol = cell("otherSymbol");
    for (const part of parts) actions.push({ symbol, otherSymbol, exDay, ...part, line });
  }

  return { takeCells, actions, rows: () => rows, passed };
}

interface RowTools {
  readonly columns: ReadonlyMap<ActionColumn, readonly number[]>;
  readonly kinds: ActionLayout["kinds"];
  readonly pass: (what: string) => void;
  readonly fault: (text: string) => void;
}

/** What a row says; a fault leaves the whole row out. */
function partsOf(
  cells: readonly string[],
  cell: (column: ActionColumn) => string,
  { columns, kinds, pass, fault }: RowTools,
): Part[] {
  if (columns.has("purpose")) return partsOfPurpose(cell("purpose"), cell("faceValue"), { pass, fault });
  if (columns.has("kind")) return partsOfKind(cell("kind"), cell("value"), { kinds, fault });
  const paid = (columns.get("dividend") ?? []).map((at) => amountIn(cells[at] ?? ""));
  const split = ratioIn(cell("split"));
  if (paid.some((amount) => !(amount >= 0))) fault("the dividend is not an amount of 0 or more; correct it.");
  if (!(split >= 0)) fault(`the split is ${quoteCell(cell("split"))}; write it as 4:1, new shares for old.`);
  const amount = paid.reduce((sum, one) => sum + one, 0);
  return [
    ...(amount > 0 ? [{ kind: "dividend", value: amount, label: "" } as const] : []),
    ...(split > 0 && split !== 1 ? [{ kind: "split", value: split, label: "" } as const] : []),
  ];
}

function partsOfPurpose(
  text: string,
  faceValue: string,
  { pass, fault }: Pick<RowTools, "pass" | "fault">,
): Part[] {
  const face = readNumber(faceValue, "dot");
  const parts: Part[] = [];
  for (const said of readPurpose(text, face > 0 && face !== UNREADABLE ? face : NaN)) {
    if (said.type === "action") parts.push({ kind: said.kind, value: said.value, label: said.label });
    else if (said.type === "unknown-effect") pass(said.what);
    else fault(`${quoteCell(text)} says ${said.why}; correct the row or delete it.`);
  }
  return parts;
}

function partsOfKind(
  kind: string,
  value: string,
  { kinds, fault }: Pick<RowTools, "kinds" | "fault">,
): Part[] {
  const word = kinds ? kinds[kind.toLowerCase()] : kind.toLowerCase();
  if (word === undefined) return [];
  if (!isKind(word)) {
    fault(`the kind is ${quoteCell(kind)}; write split, bonus or dividend.`);
    return [];
  }
  const read = word === "dividend" ? amountIn(value) : ratioIn(value);
  if (!(read > 0)) {
    const form = word === "dividend" ? "money a share, above 0" : "a ratio such as 2:1";
    fault(`the value of the ${word} is ${quoteCell(value)}; write ${form}.`);
    return [];
  }
  const label = kinds && word === "dividend" ? kind.toLowerCase() : "";
  return [{ kind: word, value: word === "bonus" ? 1 + read : read, label }];
}

function isKind(word: string): word is ActionKind {
  return word === "split" || word === "bonus" || word === "dividend";
}

/** 0 for an empty cell, NaN for what is no amount. */
function amountIn(text: string): number {
  if (isNothing(text)) return 0;
  const amount = readNumber(text, "dot");
  return amount === UNREADABLE ? NaN : amount;
}

/** 2 for `2:1`; 0 for an empty cell, NaN for what is no ratio. */
export function ratioIn(text: string): number {
  const [, shares, held] = RATIO.exec(text.trim()) ?? [];
  if (shares === undefined) return amountIn(text);
  const ratio = Number(shares) / Number(held);
  return Number.isFinite(ratio) ? ratio : NaN;
}
