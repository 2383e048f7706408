/** The demo market that is served with the app: always in the catalogue, never stored. Described by datasets/catalog.json. */
import { z } from "zod";
import "#workers/model/jitless.ts";
import catalogText from "../../datasets/catalog.json?raw";
import { sha256 } from "./sha256.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { BundledFile } from "#workers/model/dataset-source.ts";

export const DEMO_DATASET_ID = "demo";

const pricesSchema = z.object({
  path: z.string(),
  exchange: z.string(),
  currency: z.string(),
  instruments: z.number(),
  types: z.record(z.string(), z.number()),
  rows: z.number(),
  firstDate: z.string(),
  lastDate: z.string(),
  bytes: z.number(),
  sha256: z.string(),
});

const sideFileSchema = z.object({ path: z.string(), sha256: z.string() });

const catalogSchema = z.object({
  format: z.literal("catalog/1"),
  datasets: z.tuple([
    z.object({
      id: z.literal(DEMO_DATASET_ID),
      title: z.string(),
      note: z.string(),
      firstDate: z.string(),
      lastDate: z.string(),
      instruments: z.number(),
      rows: z.number(),
      files: z.array(pricesSchema),
      instrumentsFile: sideFileSchema,
      factsFile: sideFileSchema.extend({ names: z.array(z.string()) }),
    }),
  ]),
});

/** The catalogue's entry. The page can't start without it, so a catalogue of another shape throws. */
export const demoMarket = catalogSchema.parse(JSON.parse(catalogText)).datasets[0];

/** What every run reads beside the prices of its exchange. */
const sideFiles = [demoMarket.instrumentsFile, demoMarket.factsFile];

/** By the catalogue's path. Each written out, because the build finds the files by these very expressions. */
const URL_OF_FILE: Readonly<Record<string, string>> = {
  "demo/nse.csv.gz": new URL("../../datasets/demo/nse.csv.gz", import.meta.url).href,
  "demo/bse.csv.gz": new URL("../../datasets/demo/bse.csv.gz", import.meta.url).href,
  "demo/nyse.csv.gz": new URL("../../datasets/demo/nyse.csv.gz", import.meta.url).href,
  "demo/nasdaq.csv.gz": new URL("../../datasets/demo/nasdaq.csv.gz", import.meta.url).href,
  "demo/instruments.csv": new URL("../../datasets/demo/instruments.csv", import.meta.url).href,
  "demo/facts.csv.gz": new URL("../../datasets/demo/facts.csv.gz", import.meta.url).href,
};

export interface DemoFiles {
  readonly files: readonly BundledFile[];
  readonly rows: number;
  /** Fingerprint of exactly these files' content. */
  readonly fingerprint: string;
}

/** Every file of it: what the Data screen shows. */
export function allDemoFiles(): Pick<DemoFiles, "files" | "rows"> {
  const used = [...demoMarket.files, ...sideFiles];
  return { files: used.map(({ path }) => ({ name: nameOf(path), url: urlOf(path) })), rows: demoMarket.rows };
}

/** The prices of one exchange with the list of instruments and the facts: all that a run on that exchange reads. */
export async function demoFilesOf(exchange: string): Promise<Result<DemoFiles>> {
  const prices = demoMarket.files.filter((file) => file.exchange === exchange);
  if (prices.length === 0) {
    const known = demoMarket.files.map((file) => file.exchange).join(", ");
    return err({
      code: "universe-empty",
      message: `${demoMarket.title} has no exchange ${exchange}. Choose one of ${known}, or another dataset.`,
      place: "scanner.exchange",
    });
  }
  const used = [...prices, ...sideFiles];
  return ok({
    files: used.map(({ path }) => ({ name: nameOf(path), url: urlOf(path) })),
    rows: prices.reduce((rows, file) => rows + file.rows, 0),
    fingerprint: await sha256(used.map((file) => file.sha256).join("\n")),
  });
}

/** Without the folder, and without .gz: the server may unpack on the way. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.gz$/, "");
}

function urlOf(path: string): string {
  const url = URL_OF_FILE[path];
  if (url === undefined) throw new Error(`demo-market: no URL for ${path}; add it to URL_OF_FILE`);
  return url;
}
