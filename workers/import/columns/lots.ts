/** Volumes in lots: where a day's turnover stands beside them, it says how many shares one of them counts. */
import { CLOSE, HIGH, LOW, OPEN, VOLUME } from "#workers/market/row.ts";
import { readNumber } from "../cells/numbers.ts";
import type { Decimal } from "#workers/model/import-check.ts";
import type { Table } from "../what/table.ts";
import type { ColumnPlan } from "./columns.ts";
import { knownName, plainName } from "./header-names.ts";
import type { Role } from "./header-names.ts";
import { unitOf } from "./units.ts";

export interface FoundLots {
  /** Shares that one of the file's volumes counts; 1 where they are shares, and where nothing tells it. */
  readonly shares: number;
  /** A sentence for a person; "" for 1. */
  readonly text: string;
}

const SHARES: FoundLots = { shares: 1, text: "" };
const LOTS = [10, 100, 1000, 10_000];
/** A turnover is about its volume at the day's typical price. */
const NEAR = 0.12;
/** Of the days with a trade, so many fit; and with fewer days it may be chance. */
const MOST = 0.9;
const LEAST_DAYS = 10;
const MOST_ROWS = 120;

/** How numbers are written: of prices, and of all others. */
export interface NumberSigns {
  readonly price: Decimal;
  readonly volume: Decimal;
}

/** @param unit - what the volume's own title says that one counts: what it says is not asked of the figures */
export function countLots(table: Table, plan: ColumnPlan, signs: NumberSigns, unit: number): FoundLots {
  const [group, ...others] = plan.groups;
  if (table.header.some((title) => OPEN_INTEREST.test(plainName(title)))) return SHARES;
  const volume = group?.columns[VOLUME] ?? -1;
  if (!group || others.length > 0 || volume < 0 || unit !== 1) return SHARES;
  const money = moneyColumns(table, plan);
  if (money.length === 0) return lotsByName(table); // most files
  const days = table.rows.slice(0, MOST_ROWS).flatMap((row) => {
    const count = readNumber(row[volume] ?? "", signs.volume);
    const prices = [OPEN, HIGH, LOW, CLOSE]
      .map((slot) => readNumber(row[group.columns[slot] ?? -1] ?? "", signs.price))
      .filter((price) => price > 0);
    const price = prices.reduce((sum, one) => sum + one, 0) / prices.length;
    return count > 0 && price > 0 ? [{ row, sum: count * price }] : [];
  });
  if (days.length < LEAST_DAYS) return lotsByName(table);
  for (const column of money) {
    const title = table.header[column] ?? "";
    const counts = unitOf(title);
    const ratios = days
      .map(({ row, sum }) => (readNumber(row[column] ?? "", signs.volume) * counts) / sum)
      .filter((ratio) => ratio > 0);
    const fits = (lot: number): boolean =>
      ratios.filter((ratio) => Math.abs(ratio / lot - 1) <= NEAR).length >= MOST * days.length;
    if (fits(1)) return SHARES;
    const shares = LOTS.find(fits);
    if (shares !== undefined) return { shares, text: textOf(shares, table.header[volume], title) };
  }
  return lotsByName(table);
}

function textOf(shares: number, volume = "", turnover = ""): string {
  const many = shares.toLocaleString("en-US");
  const [ofVolume, ofTurnover] = [nameOf(volume, "the volume"), nameOf(turnover, "the turnover")];
  return `Volumes are counted in lots of ${many}: on nearly every day ${ofTurnover} is about ${many} times ${ofVolume} at the day's price. They are multiplied by ${many}.`;
}

function nameOf(title: string, standIn: string): string {
  return title === "" ? standIn : title;
}

/** Tushare's lots of 100, which it says in its manual alone; its files of one share may lack the code. */
function lotsByName({ header }: Table): FoundLots {
  const names = new Set(header.map(plainName));
  const isTushare = names.has("tscode") || ["tradedate", "pctchg", "amount"].every((name) => names.has(name));
  if (!isTushare || !names.has("vol")) return SHARES;
  return {
    shares: 100,
    text: "Tushare counts volumes in lots of 100 shares: they are multiplied by 100.",
  };
}

/** `Value` is a weak name of a close. */
const MONEY_ROLES: ReadonlySet<Role> = new Set(["known", "volume", "close"]);
/** Contracts of futures, whose turnover counts what is delivered. */
const OPEN_INTEREST =
  /^(?:openint(?:erest)?|oi|opnint(?:rst)?|未平仓|未平倉|持仓量|持倉量|建玉|建玉残高|открытыйинтерес)$/;

/** What may be a turnover: figures that are taken for nothing else. */
function moneyColumns({ header, rows }: Table, plan: ColumnPlan): number[] {
  const width = Math.max(header.length, rows[0]?.length ?? 0);
  const dates = plan.date.type === "column" ? [plan.date.column] : [];
  const taken = new Set([...dates, plan.symbol, plan.time, ...(plan.groups[0]?.columns ?? [])]);
  return Array.from({ length: width }, (_, column) => column).filter((column) => {
    const role = knownName(header[column] ?? "")?.role;
    return !taken.has(column) && (role === undefined || MONEY_ROLES.has(role));
  });
}
