/** Reads instruments.csv: what is known of an instrument beside its prices. */
import type { FileNotes } from "#workers/model/reading.ts";
import { numberFromText, trimCell } from "./cells.ts";
import { BETWEEN_UNQUOTED, cellOfLine, isBlankLine, LF } from "./byte-cells.ts";
import type { LineRows } from "./byte-rows.ts";
import { afterSample } from "./byte-sink.ts";
import type { ByteSink } from "./byte-sink.ts";
import { baseName, findColumn, readHeader, twiceNamed } from "./layout.ts";
import type { Header } from "./layout.ts";
import { refusal } from "./refusal.ts";
import { describeSymbol, quoteCell } from "./row-rules.ts";
import { UNREADABLE } from "./row.ts";
import type { PriceSource } from "./source.ts";
import { createLineReader } from "./row-reader.ts";
import { unpackedChunks } from "./unpack.ts";
import { symbolFault } from "#workers/model/symbol-text.ts";

/** Cells of instruments.csv, "" where it is silent. */
export interface InstrumentFacts {
  readonly name: string;
  readonly exchange: string;
  readonly instrumentType: string;
  readonly currency: string;
  readonly sector: string;
  /** NaN where unknown or not above 0. */
  readonly sharesOutstanding: number;
}

const COLUMNS = ["symbol", "name", "exchange", "instrumenttype", "currency", "sharesoutstanding", "sector"];

export function isInstrumentsFile(file: string): boolean {
  return /^instruments\.csv(?:\.gz)?$/i.test(baseName(file));
}

/** Rows read so far; complete when the sink has ended. */
export interface InstrumentsFile {
  readonly bytes: ByteSink;
  readonly file: string;
  rows: number;
}

/**
 * A sink for the file's bytes that adds its instruments to `facts`, by symbol. It throws a Refusal for a missing symbol
 * column, a blank symbol, a symbol a second time, and unreadable shares outstanding.
 */
export function createInstrumentsFile(file: string, facts: Map<string, InstrumentFacts>): InstrumentsFile {
  const instruments: InstrumentsFile = {
    file,
    rows: 0,
    bytes: afterSample((sample) => {
      const header = readHeader(file, sample, (cells) => findColumn(cells, ["symbol"]) >= 0);
      const columns = findColumns(file, header);
      const take: TakeCells = (cellText, line) => {
        instruments.rows++;
        addInstrument(
          facts,
          columns.map((column) => trimCell(cellText(column))),
          { file, line },
        );
      };
      const { delimiter, nextLine: firstLine } = header;
      const table = createLineReader({ file, delimiter, firstLine }, createCellRows(delimiter, take), () =>
        createCellRows(BETWEEN_UNQUOTED, take),
      );
      table.push(sample.subarray(header.byteLength));
      return table;
    }),
  };
  return instruments;
}

type TakeCells = (cellText: (column: number) => string, line: number) => void;

/** Hands over lines as the texts of their cells, which is enough for a file with a line an instrument. */
function createCellRows(delimiter: string, take: TakeCells): LineRows {
  const sign = delimiter.charCodeAt(0);
  return {
    readLines(bytes, firstLine, lines = 1) {
      let line = firstLine;
      for (let at = 0; at < bytes.length; at = bytes.indexOf(LF, at) + 1, line += lines) {
        const from = at;
        if (!isBlankLine(bytes, at, sign)) take((column) => cellOfLine(bytes, from, delimiter, column), line);
      }
      return line;
    },
  };
}

/** The column of each name in COLUMNS, -1 for none. */
function findColumns(file: string, { cells, line }: Header): number[] {
  const columns = COLUMNS.map((name) => findColumn(cells, [name]));
  if ((columns[0] ?? -1) < 0) {
    const place = { file, line };
    throw refuse(place, "no symbol column; add one that names each instrument as the price files do");
  }
  const [twice] = twiceNamed(cells, columns);
  if (twice !== undefined) throw refuse({ file, line }, `${twice}; rename or delete one`);
  return columns;
}

interface Place {
  readonly file: string;
  readonly line: number;
}

/** Cells in the order of COLUMNS. */
function addInstrument(facts: Map<string, InstrumentFacts>, cells: readonly string[], place: Place): void {
  const [
    symbol = "",
    name = "",
    exchange = "",
    instrumentType = "",
    currency = "",
    shares = "",
    sector = "",
  ] = cells;
  if (symbol === "") throw refuse(place, "no symbol; fill it in or delete that row");
  if (symbolFault(symbol) !== null) throw refuse(place, describeSymbol(symbol));
  if (facts.has(symbol)) throw refuse(place, `${symbol} a second time; delete one of the two rows`);
  const figure = numberFromText(shares);
  if (figure === UNREADABLE) {
    throw refuse(
      place,
      `sharesOutstanding is ${quoteCell(shares)}, which cannot be read; correct or empty that cell`,
    );
  }
  const sharesOutstanding = figure > 0 ? figure : NaN;
  facts.set(symbol, { name, exchange, instrumentType, currency, sharesOutstanding, sector });
}

/** The instruments of a whole file, by symbol. @throws Refusal as createInstrumentsFile */
export async function readInstrumentsFile(source: PriceSource): Promise<Map<string, InstrumentFacts>> {
  const facts = new Map<string, InstrumentFacts>();
  const { bytes } = createInstrumentsFile(source.name, facts);
  for await (const chunk of unpackedChunks(source, () => {})) bytes.push(chunk);
  bytes.end();
  return facts;
}

export function describeInstrumentsFile({ file, rows }: InstrumentsFile): FileNotes {
  const counts = { rows, bars: 0, leftOut: 0, repeats: 0, closeOnly: 0, instruments: rows };
  return { file, layout: "instruments", ...counts, firstDate: null, lastDate: null, issues: [] };
}

function refuse({ file, line }: Place, text: string): Error {
  return refusal("instruments-invalid", file, line, text);
}
