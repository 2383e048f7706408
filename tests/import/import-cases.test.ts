/** Kinds of files that once came out wrong, one small input each, beside the project: what the dry run makes of them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { diskSource } from "#workers/commands/disk-source.ts";
import type { ImportCheck } from "#workers/model/import-check.ts";
import { SHARED_DATA, UNLESS_SHARED } from "../support/shared-cases.ts";
import { barLines, checkAll } from "./check-support.ts";
import type { PooledCheck } from "./check-support.ts";

const FOLDER = join(SHARED_DATA, "import-cases");

interface Expected {
  /** `ok`, `ask`, `refuse`, or two of them; words in brackets say what alone is asked. */
  readonly verdict: string;
  readonly symbols?: readonly string[];
  readonly bars?: number;
  readonly first?: string;
  readonly kind?: string;
  readonly check?: { readonly date: string; readonly volume: number };
  /** The files that are judged one by one. */
  readonly each?: readonly string[];
}

/** What the sentences of each case must have in them, as `must say` wants it, and of which topic its questions are. */
const SAYS: Readonly<
  Record<string, { readonly words?: RegExp; readonly about?: string; readonly verdict?: string }>
> = {
  "a-currency-pair-without-its-point": { words: /decimal point/ },
  "a-date-that-is-not-the-rows-day": { words: /Exp Date.*expir|expir.*Exp Date/i },
  "an-index-before-statements": { about: "lag", words: /2022-12-31 to 2023-12-31/ },
  "codes-that-lost-their-zeros": { words: /000001/ },
  "crsp-without-ticker": { words: /minus/ },
  "figures-too-large-for-prices": { words: /100,000,000|market value|turnover/i },
  "filled-calendar-days": { words: /16 .*(?:Saturday|weekend)/i },
  "hundredfold-jumps": { words: /hundredth|pence/i },
  "nse-corporate-actions-of-the-day": { words: /bonus|split/i },
  "options-under-other-words": { words: /option/i },
  "order-of-dates-by-the-distance-of-bars": { verdict: "ok or refuse" }, // months are data now
  "placeholder-days": { words: /3 .*(?:Sunday|weekend)/i },
  "quote-bars": { words: /\bbid\b.*\bask\b/i },
  "rates-as-prices": { words: /58/ },
  "rows-of-several-lengths": { about: "lag" },
  "symbol-words-of-statements": { about: "lag" },
  "the-workbook-names-the-share": { about: "lag", words: /ACMESPIN/ },
  "two-frequencies-in-one-file": { words: /months?|monthly/i },
  "volume-in-lots": { words: /lots? of 100/i },
  "which-close-is-as-traded": { words: /adjusted|as traded/i },
  "words-that-are-no-symbols": { about: "symbol" },
  "yfinance-auto-adjusted": { words: /adjusted prices/ },
};

const names = existsSync(FOLDER)
  ? readdirSync(FOLDER, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
  : [];

describe.skipIf(names.length === 0)(`kinds of files that once came out wrong${UNLESS_SHARED}`, () => {
  it.each(names)("%s", async (name) => {
    const faults = await faultsOfCase(name);
    expect(faults).toEqual([]);
  });
});

async function faultsOfCase(name: string): Promise<readonly string[]> {
  const folder = join(FOLDER, name);
  const expected: Expected = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8"));
  const files = readdirSync(folder).filter((file) => file !== "expected.json");
  const checks: PooledCheck[] = [];
  // oxlint-disable-next-line no-await-in-loop -- each with a pool of its own
  for (const file of files) checks.push(...(await checkAll([await diskSource(join(folder, file), file)])));
  const says = SAYS[name] ?? {};
  const main = checks.map(({ check }) => check).filter((check) => check.verdict !== "refuse");
  const judged = expected.each || main.length === 0 ? checks.map(({ check }) => check) : main;
  return judged.flatMap((check) => faultsOf(expected, says, check, checks));
}

function faultsOf(
  expected: Expected,
  says: (typeof SAYS)[string],
  check: ImportCheck,
  checks: readonly PooledCheck[],
): readonly string[] {
  const { verdict, symbols, bars, first, kind, check: day } = expected;
  const words = wordsOf(check);
  const asked = [...new Set(check.questions.map(({ about }) => about))].join();
  const mayBe = (says.verdict ?? verdict).replace(/ \(.*/, "").split(" or ");
  const faults = [
    fault(mayBe.includes(check.verdict), `verdict is ${check.verdict}: ${words}`),
    fault(!says.words || says.words.test(words), `it says: ${words}`),
    fault(!says.about || asked === says.about, `it asks about ${asked}`),
  ];
  if (check.verdict === "refuse") return faults.flat();
  return [
    ...faults,
    fault(
      !symbols || symbols.toSorted().join() === check.symbols.toSorted().join(),
      `symbols are ${check.symbols.join()}`,
    ),
    fault(bars === undefined || check.bars === bars, `bars are ${check.bars}`),
    fault(first === undefined || check.first === first, `the first day is ${check.first}`),
    fault(kind === undefined || check.kind === kind, `its kind is ${check.kind}`),
    fault(
      !day || volumesOf(checks, day.date).includes(day.volume),
      `volumes are ${day ? volumesOf(checks, day.date).join() : ""}`,
    ),
  ].flat();
}

function fault(isSo: boolean, text: string): readonly string[] {
  return isSo ? [] : [text];
}

function wordsOf(check: ImportCheck): string {
  return [
    check.message,
    ...check.questions.flatMap(({ text, choices }) => [text, ...choices]),
    ...check.warnings,
  ].join(" / ");
}

/** Of the bars of a day. */
function volumesOf(checks: readonly PooledCheck[], date: string): readonly number[] {
  return checks
    .flatMap((check) => barLines([check]))
    .map((line) => line.split(","))
    .filter((cells) => cells[1] === date)
    .map((cells) => Number(cells[6]));
}
