/**
 * Tables of statements to facts of a market's instruments: steps by the day on which each became known. All tables of an
 * import are taken together, for one may say when the figures of another were published, and a year may be in one file
 * and its quarters in another.
 */
import type { FactFigure, FactsTable } from "#workers/market/facts-file.ts";
import { NO_DAY } from "#workers/market/row.ts";
import type { StatementNotes } from "#workers/market/statement-notes.ts";
import { traitsOf } from "#workers/model/fact-traits.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { FactTimeline, FactTimelineLine } from "#workers/model/import-plan.ts";
import type { FactLag } from "#workers/model/market.ts";
import { placeRows } from "./company-rows.ts";
import type { ItemSource, PlacedRows } from "./company-rows.ts";
import { createItemMaker } from "./item-steps.ts";
import { ITEMS, itemNamed } from "./items.ts";
import type { MatchedTable } from "./match-table.ts";
import { gatherPublished, orderRows, spanName } from "./row-order.ts";
import type { OrderedRows } from "./row-order.ts";
import { ANNOUNCED, DATED } from "./statement-table.ts";
import type { StatementFigure, StatementTable } from "./statement-table.ts";
import { valueAt } from "./value-column.ts";

export interface StatementFacts {
  /** Of each table, in their order: its figures have the market's instruments as owners, its own other symbols behind. */
  readonly tables: readonly FactsTable[];
  /** Timeline of one instrument that has most rows; null where none has any. */
  readonly timeline: FactTimeline | null;
}

/**
 * @param matched - tables with the instruments of their companies
 * @param symbols - of all the market's instruments
 * @param told - of each table, what else is to be said of it
 */
export function statementsToFacts(
  matched: readonly MatchedTable[],
  symbols: readonly string[],
  told: readonly Pick<StatementNotes, "remarks" | "hole">[],
): StatementFacts {
  const published = gatherPublished(matched);
  const ordered = matched.map(({ table, owners }) => {
    const own = { ...table, tally: { ...table.tally, issues: [...table.tally.issues] } };
    return orderRows(own, owners, symbols.length, published);
  });
  const figures = figuresOf(ordered, symbols);
  return {
    tables: ordered.map(({ table, ...rows }, at) => {
      const { owners = [], unmatched = [] } = matched[at] ?? {};
      const instruments = new Set(owners.filter((owner) => owner >= 0)).size;
      return {
        tally: table.tally,
        symbols,
        figures: figures.get(table)?.figures ?? [],
        statements: {
          vendor: table.vendor,
          matched: instruments,
          unmatched,
          remarks: told[at]?.remarks ?? [],
          hole: told[at]?.hole ?? null,
          companies: new Set(table.symbols).size,
          undated: rows.undated,
          unspanned: rows.unspanned,
          lag: assumedLag({ table, ...rows }),
          given: rows.given,
          names: figures.get(table)?.names ?? [],
          currency: table.currency,
        },
      };
    }),
    timeline: timelineOf(ordered, symbols),
  };
}

/** The lag of the rows that needed one, by what they are of. */
function assumedLag({ table, isAssumed, span }: OrderedRows): FactLag | null {
  if (!table.lag) return null;
  let [quarter, year]: [number | null, number | null] = [null, null];
  for (const [row, assumed] of isAssumed.entries()) {
    if (assumed === 0) continue;
    if (span[row] === 4) year = table.lag.year;
    else quarter = table.lag.quarter;
  }
  return quarter === null && year === null ? null : { quarter, year };
}

interface TableFigures {
  /** Those of items that no earlier table has. */
  readonly figures: FactFigure[];
  /** Names of all its items that get a value. */
  readonly names: string[];
}

/**
 * By the table that has an item first. Steps are worked out when they are asked for, and those of the item asked for last
 * are kept: all of them at once may be more than the memory should hold.
 */
function figuresOf(
  ordered: readonly OrderedRows[],
  symbols: readonly string[],
): ReadonlyMap<StatementTable, TableFigures> {
  const found = new Map<StatementTable, TableFigures>();
  const done = new Map<string, readonly string[]>();
  const placed = ordered.map(placeRows);
  const items = createItemMaker(symbols);
  let made: { readonly key: string; readonly figures: readonly FactFigure[] } = { key: "", figures: [] };
  const make = (key: string, figure: StatementFigure): readonly FactFigure[] => {
    if (made.key !== key) made = { key, figures: items.make(figure, sourcesOf(placed, key)) };
    return made.figures;
  };
  for (const { table } of ordered) {
    const own: FactFigure[] = [];
    const names: string[] = [];
    found.set(table, { figures: own, names });
    for (const figure of table.figures) {
      const key = figure.name.toLowerCase();
      const known = done.get(key);
      if (known) {
        names.push(...known);
        continue;
      }
      const sources = sourcesOf(placed, key);
      const lag = sources.map((source) => assumedLag(source.placed.rows)).find((one) => one !== null);
      const currency = sources.map((source) => source.placed.rows.table.currency).find((one) => one !== "");
      const forms = items.namesOf(figure, sources);
      done.set(key, forms);
      names.push(...forms);
      for (const name of forms) {
        own.push({
          name,
          line: 1,
          ...traitsOf({ lag, currency: isInMoney(name) ? currency : undefined }),
          get steps() {
            const one = make(key, figure).find((each) => each.name === name);
            if (!one) throw new RangeError(`${name} has no steps`);
            return one.steps;
          },
        });
      }
    }
  }
  return found;
}

/** True for a fact made of an item in money; of growth in percent it doesn't matter. */
export function isInMoney(name: string): boolean {
  const [item = "", form = ""] = name.split(".");
  return form !== "yoy" && (itemNamed(item)?.isMoney ?? false);
}

function sourcesOf(placed: readonly PlacedRows[], key: string): ItemSource[] {
  return placed.flatMap((one) => {
    const { figures, values } = one.rows.table;
    const column = values[figures.findIndex(({ name }) => name.toLowerCase() === key)];
    return column ? [{ placed: one, values: column }] : [];
  });
}

const LINES_SHOWN = 12;

/** The latest rows of the instrument that has most of them, in the item that most of these have. */
function timelineOf(ordered: readonly OrderedRows[], symbols: readonly string[]): FactTimeline | null {
  let best: { readonly rows: OrderedRows; readonly instrument: number; readonly count: number } | null = null;
  for (const rows of ordered) {
    if (rows.table.figures.length === 0) continue;
    for (const instrument of symbols.keys()) {
      const count = (rows.offset[instrument + 1] ?? 0) - (rows.offset[instrument] ?? 0);
      if (count > (best?.count ?? 0)) best = { rows, instrument, count };
    }
  }
  if (!best) return null;
  const { rows, instrument } = best;
  const own = rows.order.subarray(rows.offset[instrument], rows.offset[instrument + 1]);
  const counts = rows.table.values.map(
    (values) => own.filter((row) => !Number.isNaN(valueAt(values, row))).length,
  );
  const most = Math.max(...counts);
  const [at = 0] = [...counts.keys()]
    .filter((figure) => counts[figure] === most)
    .toSorted((a, b) => rankOf(rows.table.figures[a]) - rankOf(rows.table.figures[b]));
  const values = rows.table.values[at];
  if (!values) return null;
  const shown = [...own].filter((row) => rows.known[row] !== NO_DAY && !Number.isNaN(valueAt(values, row)));
  return {
    symbol: symbols[instrument] ?? "",
    name: rows.table.figures[at]?.name ?? "",
    lines: shown.slice(-LINES_SHOWN).map((row) => lineOf(rows, row, valueAt(values, row))),
    others: Math.max(0, shown.length - LINES_SHOWN),
  };
}

/** Items that people know best come first. */
function rankOf(figure: StatementFigure | undefined): number {
  return ITEMS.findIndex(({ name }) => name === figure?.name);
}

function lineOf(
  { table, known, span, isAssumed }: OrderedRows,
  row: number,
  value: number,
): FactTimelineLine {
  const of = span[row] ?? DATED;
  const isPeriod = of !== DATED && of !== ANNOUNCED;
  return {
    span: isPeriod ? spanName(of) : null,
    periodEnd: isPeriod ? formatIsoDay(table.period[row] ?? 0) : null,
    knownFrom: formatIsoDay((known[row] ?? 0) + 1),
    isAssumed: isAssumed[row] === 1,
    value,
    line: table.line[row] ?? 0,
  };
}
