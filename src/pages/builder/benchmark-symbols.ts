/** Symbols to suggest as a benchmark: those of the demo market. What an import holds is known to the worker only. */
import { DEMO_DATASET_ID, demoFilesOf } from "#src/storage/demo-market.ts";

export interface SuggestedSymbol {
  readonly symbol: string;
  readonly name: string;
}

const INSTRUMENTS_FILE = "instruments.csv";

/** Indices first. Empty where nothing can be suggested: any symbol can still be typed. */
export async function suggestBenchmarks(
  datasetId: string,
  exchange: string,
): Promise<readonly SuggestedSymbol[]> {
  if (datasetId !== DEMO_DATASET_ID) return [];
  const demo = await demoFilesOf(exchange);
  const file = demo.ok ? demo.value.files.find(({ name }) => name === INSTRUMENTS_FILE) : undefined;
  if (!file) return [];
  const csv = await fetchText(file.url);
  return csv === null ? [] : readSymbols(csv, exchange);
}

/** null where it can't be had, as without the server: suggestions are a convenience, nobody needs to hear of it. */
async function fetchText(url: string): Promise<string | null> {
  try {
    const response = await fetch(url);
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

/** Our own file: plain commas, one instrument a line. */
function readSymbols(csv: string, exchange: string): readonly SuggestedSymbol[] {
  const [header = "", ...lines] = csv.split("\n");
  const columns = header.trim().split(",");
  const rows = lines.map((line) => {
    const cells = line.trim().split(",");
    const cell = (column: string) => cells[columns.indexOf(column)] ?? "";
    return {
      symbol: cell("symbol"),
      name: cell("name"),
      exchange: cell("exchange"),
      isIndex: cell("instrumentType") === "INDEX",
    };
  });
  return rows
    .filter((row) => row.symbol !== "" && row.exchange === exchange)
    .toSorted((a, b) => Number(b.isIndex) - Number(a.isIndex))
    .map(({ symbol, name }) => ({ symbol, name }));
}
