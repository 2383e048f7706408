/** The demo market as files: packed bars and facts, instruments.csv and the catalogue entry that describes them. */
import { gzipSync, strToU8 } from "fflate";
import type { Dataset, ExchangeFile } from "./dataset.ts";

/** A file to write, its path relative to the datasets folder. */
export interface PackedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** catalog.json, as the app reads it. Dates are ISO. */
export interface Catalog {
  readonly format: "catalog/1";
  readonly datasets: readonly CatalogDataset[];
}

interface CatalogDataset {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly firstDate: string;
  readonly lastDate: string;
  readonly instruments: number;
  /** Bars of all files. */
  readonly rows: number;
  readonly files: readonly CatalogFile[];
  readonly instrumentsFile: SideFile;
  readonly factsFile: FactsFile;
}

/** A file beside the prices; the checksum is that of the CSV before it was packed. */
interface SideFile {
  readonly path: string;
  readonly sha256: string;
}

interface FactsFile extends SideFile {
  /** The facts that it has, in the order of its columns. */
  readonly names: readonly string[];
}

interface CatalogFile {
  readonly path: string;
  readonly exchange: string;
  readonly currency: string;
  readonly instruments: number;
  /** How many of them are of each type, by type. */
  readonly types: Readonly<Record<string, number>>;
  readonly rows: number;
  readonly firstDate: string;
  readonly lastDate: string;
  /** Bytes of the CSV before it was packed. */
  readonly bytes: number;
  readonly sha256: string;
}

/** Returns the SHA-256 of some bytes in lower-case hexadecimal. */
export type Digest = (bytes: Uint8Array) => string;

const TITLE = "Demo market (invented)";
const NOTE =
  "Companies, funds, prices and indices are simulated. None of them exists, and nothing here is a record of a real market.";
const INSTRUMENTS_PATH = "demo/instruments.csv";
const FACTS_PATH = "demo/facts.csv.gz";

/** All files of the datasets folder, the catalogue last. The gzip bytes carry no time or file name. */
export function packDataset(dataset: Dataset, digest: Digest): PackedFile[] {
  const parts = dataset.files.map((file) => ({ file, csv: strToU8(file.csv) }));
  const instruments = strToU8(dataset.instrumentsCsv);
  const facts = strToU8(dataset.factsCsv);
  const entries = parts.map(({ file, csv }) => toEntry(file, csv, digest));
  const catalog: Catalog = {
    format: "catalog/1",
    datasets: [
      {
        ...sumUp(entries),
        files: entries,
        instrumentsFile: { path: INSTRUMENTS_PATH, sha256: digest(instruments) },
        factsFile: { path: FACTS_PATH, sha256: digest(facts), names: factNames(dataset.factsCsv) },
      },
    ],
  };
  return [
    ...parts.map(({ file, csv }) => ({ path: pathOf(file), bytes: pack(csv) })),
    { path: INSTRUMENTS_PATH, bytes: instruments },
    { path: FACTS_PATH, bytes: pack(facts) },
    { path: "catalog.json", bytes: strToU8(`${JSON.stringify(catalog, null, 2)}\n`) },
  ];
}

/** A column a fact, behind symbol and date. */
function factNames(csv: string): readonly string[] {
  return csv.slice(0, csv.indexOf("\n")).trim().split(",").slice(2);
}

function pack(csv: Uint8Array): Uint8Array {
  return gzipSync(csv, { level: 9, mtime: 0 });
}

/** What the catalogue says of all price files together. */
function sumUp(
  files: readonly CatalogFile[],
): Omit<CatalogDataset, "files" | "instrumentsFile" | "factsFile"> {
  return {
    id: "demo",
    title: TITLE,
    note: NOTE,
    firstDate: files.map(({ firstDate }) => firstDate).reduce((first, date) => (date < first ? date : first)),
    lastDate: files.map(({ lastDate }) => lastDate).reduce((last, date) => (date > last ? date : last)),
    instruments: files.reduce((sum, { instruments }) => sum + instruments, 0),
    rows: files.reduce((sum, { rows }) => sum + rows, 0),
  };
}

function toEntry(file: ExchangeFile, csv: Uint8Array, digest: Digest): CatalogFile {
  const { exchange, currency, rows, firstDate, lastDate } = file;
  return {
    path: pathOf(file),
    exchange,
    currency,
    instruments: file.instruments.length,
    types: countTypes(file),
    rows,
    firstDate,
    lastDate,
    bytes: csv.length,
    sha256: digest(csv),
  };
}

function countTypes({ instruments }: ExchangeFile): Readonly<Record<string, number>> {
  const types = instruments.map(({ instrumentType }) => instrumentType).toSorted();
  const counts: Record<string, number> = {};
  for (const type of types) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

function pathOf({ exchange }: ExchangeFile): string {
  return `demo/${exchange.toLowerCase()}.csv.gz`;
}
