/**
 * What the import knows by name, made from the tables that it reads files by: vendors, exchanges and layouts with an
 * example each. It is shown as a page of the app and by `import-check -- --layouts`.
 */
import { WELL_KNOWN_EXCHANGES } from "#workers/model/exchanges.ts";
import { ACTION_LAYOUTS } from "../actions/layouts.ts";
import type { OwnTitles } from "../statements/items.ts";
import type { StatementLayout } from "../statements/layout-shape.ts";
import { STATEMENT_LAYOUTS } from "../statements/layouts.ts";
import { JSON_SHAPES } from "./json-shapes.ts";
import { PRICE_LAYOUTS } from "./vendor.ts";

export interface KnownFile {
  readonly name: string;
  /** A header, an answer or a symbol as such a file has it. */
  readonly example: string;
}

/** Files of one kind. */
export interface KnownPart {
  /** For addresses. */
  readonly id: string;
  readonly title: string;
  /** What a file of the kind is known by. */
  readonly sentence: string;
  /** At least one; two of one name have other examples. */
  readonly files: readonly KnownFile[];
}

export function knownFiles(): readonly KnownPart[] {
  const [members, statements] = parted(STATEMENT_LAYOUTS, ({ rows }) => MEMBER_ROWS.has(rows));
  return [
    {
      id: "prices",
      title: "Prices",
      sentence:
        "A table with a day and a close is read whoever wrote it, in some forty languages. These are known by the start of their header, here without capitals, blanks and signs.",
      files: PRICE_LAYOUTS.map(([example, name]) => ({ name, example })),
    },
    {
      id: "json",
      title: "JSON of vendors’ programs",
      sentence: "Up to 64 MB, a bar a record. One record a line is read, too.",
      files: JSON_SHAPES.map(({ vendor, example }) => ({ name: vendor || "Records", example })),
    },
    {
      id: "actions",
      title: "Splits, bonuses and dividends",
      sentence: "A table with these columns in any order, beside others. Prices get adjusted closes by it.",
      files: ACTION_LAYOUTS.map((layout) => ({ name: layout.vendor, example: headerOf(layout) })),
    },
    {
      id: "statements",
      title: "Statements and other figures of companies",
      sentence:
        "A table with these columns in any order, beside columns of figures such as revenue or eps. Rules see a figure from the day after it was published.",
      files: statements.map((layout) => ({ name: layout.vendor, example: `${headerOf(layout)},…` })),
    },
    {
      id: "members",
      title: "Members of an index, and sectors",
      sentence: "A table with these columns in any order says who belonged to what, and from when to when.",
      files: members.map((layout) => ({ name: layout.vendor, example: headerOf(layout) })),
    },
    {
      id: "exchanges",
      title: "Exchanges",
      sentence:
        "The ending of most symbols tells the exchange, and with it the currency and the calendar. One without an ending is chosen by name when files are taken in.",
      files: WELL_KNOWN_EXCHANGES.map(({ code, place, currency, ending, hundredths }) => ({
        name: place === "" || place === code ? code : `${code}, ${place}`,
        example: `${ending === "" ? code : `ACME.${ending}`}, ${hundredths === null ? currency : `${currency} or ${hundredths}`}`,
      })),
    },
  ];
}

const MEMBER_ROWS: ReadonlySet<StatementLayout["rows"]> = new Set(["spells", "changes", "members"]);

function parted<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): readonly [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

/** So many of the titles that a vendor alone gives its figures. */
const SOME_ITEMS = 3;

/** The columns that such a table has at least. */
function headerOf({
  needs,
  anyOf = [],
  items,
}: {
  readonly needs: readonly string[];
  readonly anyOf?: readonly (readonly string[])[];
  readonly items?: OwnTitles;
}): string {
  const own = [...(items?.keys() ?? [])].slice(0, SOME_ITEMS);
  return [...new Set([...needs, ...anyOf.map(([first = ""]) => first), ...own])].join(",");
}
