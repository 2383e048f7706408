/**
 * Phrases that nobody of the field would say, and what is said in their place. The list grows: a phrase that was found odd
 * when it was read aloud comes here, and no text of the app may have it again.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

/** The odd phrase, and the better one. */
const REJECTED: readonly (readonly [RegExp, string])[] = [
  [/the tenth of the shares/i, "the 10% of shares"],
  [/that stand closest to/i, "closest to"],
  [/it is not so that/i, "the close is not above"],
  [/lie \w+ it by/i, "it is not among the top 12% by"],
  [/Drawn once nothing keeps/i, "Appears once the strategy can run"],
  [/Mean win/, "Average win 2.3 times the average loss"],
  [/The outer columns hold/i, "The outer bars hold the rest"],
  [/what an evening brings/i, "Play it day by day"],
  [/files? with a question/i, "2 files need an answer"],
  [/instruments?, only .*passes the scanner/i, "Only A and B are looked at"],
];

/** Where texts are written: the screens, the words of rules and verdicts, and the cards of the templates. */
const FOLDERS = ["src", "workers/words", "workers/model", "workers/commands", "datasets/templates"];

function textsIn(folder: string): readonly { readonly file: string; readonly text: string }[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(?:tsx?|json)$/.test(file))
    .map((file) => ({
      file: join(folder, file),
      text: withoutComments(readFileSync(join(ROOT, folder, file), "utf8")).replaceAll(/\s+/g, " "),
    }));
}

/** Comments may name what is no more said. */
function withoutComments(code: string): string {
  return code.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/(^|\s)\/\/.*$/gm, "$1");
}

const texts = FOLDERS.flatMap(textsIn);

describe("no text of the app says", () => {
  it.each(REJECTED.map(([phrase, better]) => ({ phrase, better })))("$phrase, but $better", ({ phrase }) => {
    expect(texts.filter(({ text }) => phrase.test(text)).map(({ file }) => file)).toEqual([]);
  });

  it("anything odd unnoticed: the phrases are looked for where texts are", () => {
    expect(texts.length).toBeGreaterThan(400);
    expect(texts.some(({ text }) => text.includes("Or Test with Built-in strategies"))).toBe(true);
  });
});

describe("a template's card", () => {
  const MOST_WORDS = 25;
  const cards: unknown = JSON.parse(readFileSync(join(ROOT, "datasets/templates/cards.json"), "utf8"));
  const sentences = [...JSON.stringify(cards).matchAll(/"(?:idea|why|fails|trades)":"((?:[^"\\]|\\.)*)"/g)]
    .flatMap(([, said = ""]) => said.split(/(?<=[.!?]) /))
    .filter((sentence) => sentence !== "");

  it(`has no sentence of more than ${MOST_WORDS} words`, () => {
    expect(sentences.length).toBeGreaterThan(100);
    expect(sentences.filter((sentence) => sentence.split(/\s+/).length > MOST_WORDS)).toEqual([]);
  });
});
