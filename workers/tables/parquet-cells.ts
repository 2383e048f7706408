/** What a value of a Parquet column is as text: the same that a CSV file of the same table has. */
import type { ParquetParsers, SchemaTree } from "hyparquet";
import { csvCell } from "./csv-rows.ts";

type SchemaElement = SchemaTree["element"];

/** The text of one value of a column. */
export type CellText = (value: unknown) => string;

const DAY_MS = 86_400_000;
/** The furthest that a date reaches, in milliseconds from 1970. */
const MOST_MS = 8.64e15;

export function isDecimal({ converted_type, logical_type }: SchemaElement): boolean {
  return converted_type === "DECIMAL" || logical_type?.type === "DECIMAL";
}

export function cellTextOf(element: SchemaElement): CellText {
  const { type, logical_type: logical } = element;
  if (isDecimal(element)) return decimalText(element.scale ?? 0);
  if (type === "FLOAT" || logical?.type === "FLOAT16") return (value) => numberText(value, float32Text);
  const unit = unitOfTime(element);
  if (unit > 0) return (value) => (value === null || value === undefined ? "" : timeOfDay(value, unit));
  return plainText;
}

function plainText(value: unknown): string {
  if (typeof value === "string") return csvCell(value);
  if (typeof value === "number") return numberText(value, String);
  if (typeof value === "bigint") return String(value);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return value === null || value === undefined ? "" : "[nested]";
}

/** "" for what is no number, which stands for nothing. */
function numberText(value: unknown, write: (value: number) => string): string {
  return typeof value !== "number" || Number.isNaN(value) ? "" : write(value);
}

/** The shortest figures that are this number in single precision: 183.65, not 183.64999389648438. */
function float32Text(value: number): string {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}

/** From whole numbers of any width, or bytes with the highest first; exact however many digits there are. */
function decimalText(scale: number): CellText {
  return (value) => {
    const whole = wholeOf(value);
    if (whole === null) return "";
    const sign = whole < 0n ? "-" : "";
    const digits = (whole < 0n ? -whole : whole).toString().padStart(scale + 1, "0");
    const point = digits.length - scale;
    return scale === 0 ? sign + digits : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
  };
}

function wholeOf(value: unknown): bigint | null {
  if (typeof value === "bigint") return value;
  if (typeof value === "number") return BigInt(value);
  if (!(value instanceof Uint8Array) || value.length === 0) return null;
  let whole = 0n;
  for (const byte of value) whole = (whole << 8n) | BigInt(byte);
  return BigInt.asIntN(value.length * 8, whole);
}

/** Ticks of a second, of a time of day; 0 for any other column. */
function unitOfTime({ converted_type: converted, logical_type: logical }: SchemaElement): number {
  if (converted === "TIME_MILLIS") return 1000;
  if (converted === "TIME_MICROS") return 1e6;
  if (logical?.type !== "TIME") return 0;
  return logical.unit === "MILLIS" ? 1000 : logical.unit === "MICROS" ? 1e6 : 1e9;
}

function timeOfDay(value: unknown, unit: number): string {
  return clock(Math.floor(Number(value) / unit) % 86_400);
}

function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/**
 * Days and instants as text: `2024-01-02`, `2024-01-02 09:15:00`, and with a Z where the column says that it is in UTC.
 * A midnight without a zone is its day.
 */
export function dateParsers(element: SchemaElement): Partial<ParquetParsers> {
  const { logical_type: logical, converted_type: converted } = element;
  const isUtc =
    logical?.type === "TIMESTAMP"
      ? logical.isAdjustedToUTC
      : converted === "TIMESTAMP_MILLIS" || converted === "TIMESTAMP_MICROS";
  const days = new Map<number, string>();

  function dayText(day: number): string {
    const known = days.get(day);
    if (known !== undefined) return known;
    const text = new Date(day * DAY_MS).toISOString().slice(0, 10);
    days.set(day, text);
    return text;
  }

  function instantText(ms: number): string {
    if (!(Math.abs(ms) < MOST_MS)) return String(ms);
    const day = Math.floor(ms / DAY_MS);
    const seconds = Math.floor((ms - day * DAY_MS) / 1000);
    if (isUtc) return `${dayText(day)}T${clock(seconds)}Z`;
    return seconds === 0 ? dayText(day) : `${dayText(day)} ${clock(seconds)}`;
  }

  return {
    dateFromDays: (day) =>
      day === null || day === undefined ? day : Math.abs(day) * DAY_MS < MOST_MS ? dayText(day) : String(day),
    timestampFromMilliseconds: (ms) => present(ms, (value) => instantText(Number(value))),
    timestampFromMicroseconds: (us) => present(us, (value) => instantText(Number(value) / 1e3)),
    timestampFromNanoseconds: (ns) => present(ns, (value) => instantText(Number(value / 1_000_000n))),
  };
}

function present(value: bigint | null | undefined, text: (value: bigint) => string): unknown {
  return value === null || value === undefined ? value : text(value);
}
