/** What becomes of a file of a reading: its name says whether it has prices, facts or what is known of instruments. */
import type { ByteSink } from "./byte-sink.ts";
import type { FactsBook } from "./facts-book.ts";
import { factsKind, openFactsFile } from "./facts-file.ts";
import type { FactsFile } from "./facts-file.ts";
import type { FileBook } from "./file-rows.ts";
import { createInstrumentsFile, isInstrumentsFile } from "./instruments-file.ts";
import type { InstrumentFacts, InstrumentsFile } from "./instruments-file.ts";
import { createPriceFile } from "./price-file.ts";
import type { PriceRows } from "./price-file.ts";

/** Where the contents of a reading's files go. */
export interface ReadingTarget extends PriceRows {
  /** By symbol. */
  readonly described: Map<string, InstrumentFacts>;
}

/** A file that takes its bytes. */
export type OpenedFile = { readonly bytes: ByteSink } & (
  | { readonly type: "prices"; readonly book: FileBook }
  | { readonly type: "facts"; readonly book: FactsBook; readonly finish: FactsFile["finish"] }
  | { readonly type: "instruments"; readonly file: InstrumentsFile }
);

/** Files of facts come when it is known which symbols have prices. */
export function openFile(name: string, { described, ...rows }: ReadingTarget): OpenedFile {
  const kind = factsKind(name);
  if (kind) {
    const hasPrices = (symbol: string): boolean => rows.symbols.numbers.has(symbol);
    return { type: "facts", ...openFactsFile(name, kind, hasPrices) };
  }
  if (isInstrumentsFile(name)) {
    const file = createInstrumentsFile(name, described);
    return { type: "instruments", bytes: file.bytes, file };
  }
  return { type: "prices", ...createPriceFile(name, rows) };
}
