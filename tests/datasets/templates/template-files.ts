/** The committed templates: strategy files and their cards, as written. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readDatasetFile } from "../demo-market.ts";

const FOLDER = join(import.meta.dirname, "../../../datasets/templates");
const CARDS = "cards.json";

export interface TemplateCard {
  readonly id: string;
  readonly file: string;
  readonly name: string;
  readonly kind: string;
  readonly idea: string;
  readonly why: string;
  readonly fails: string;
  readonly source: string;
  readonly needs: string;
  readonly facts: readonly string[];
  readonly reads: readonly string[];
  readonly trades: string;
}

/** The fields of a template's file that the tests look at. */
export interface TemplateFile {
  readonly format: string;
  readonly name: string;
  readonly scanner: { readonly instrumentType: string; readonly symbols?: readonly string[] };
  readonly buy: { readonly rules?: readonly string[] };
  readonly sell: { readonly rules?: readonly string[] };
  readonly simulation: {
    readonly maxPositions: number;
    readonly positionSizing: string;
    readonly sortBy?: string;
    readonly schedule?: string;
    readonly weight?: string;
    readonly weights?: readonly { readonly symbol: string; readonly weight: string }[];
    readonly cash?: { readonly price?: string };
    readonly flows?: readonly { readonly growBy?: string }[];
  };
}

export function readCards(): readonly TemplateCard[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests hold its shape
  return (readJson(CARDS) as { cards: TemplateCard[] }).cards;
}

/** Names of the strategy files, in code-unit order. */
export function listTemplates(): string[] {
  return readdirSync(FOLDER)
    .filter((file) => file !== CARDS)
    .toSorted();
}

export function readTemplate(file: string): TemplateFile {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parseStrategy of the tests holds its shape
  return readJson(file) as TemplateFile;
}

export function isPortfolio(file: string): boolean {
  return readTemplate(file).simulation.positionSizing === "weights";
}

export function readJson(file: string): unknown {
  return JSON.parse(new TextDecoder().decode(readDatasetFile(join("templates", file))));
}
