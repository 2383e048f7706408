/**
 * Phrases that nobody of the field would say, and what is said in their place. The list grows: a phrase that was found odd
 * when it was read aloud comes here, and no text of the app may have it again.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { strategySentences } from "#src/format/strategy-text.ts";
import { writtenTexts } from "#tests/support/written-texts.ts";
import { parseStrategy } from "#workers/model/strategy.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The odd phrase, and the better one. */
const REJECTED: readonly (readonly [RegExp, string])[] = [
  [/the tenth of the shares/i, "the 10% of shares"],
  [/that stand closest to/i, "closest to"],
  [/it is not so that/i, "the close is not above"],
  [/lie \w+ it by/i, "it is no longer among the top 12% by"],
  [/Drawn once nothing keeps/i, "Appears once the strategy can run"],
  [/Mean win/, "Average win 2.3 times the average loss"],
  [/The outer columns hold/i, "The outer bars hold the rest"],
  [/what an evening brings/i, "Play it day by day"],
  [/files? with a question/i, "2 files need an answer"],
  [/instruments?, only .*passes the scanner/i, "Only A and B are looked at"],
  [/for the benchmark:/i, "for the index: the high is above the 200-day average"],
  [/(?:as of|up to) 21 days ago/i, "the growth over the past year without the last month"],
  [/Drawn once/i, "Appears once every field can be read"],
  [/the form is at rest\./i, "Appears when you stop typing"],
  [/The data (?:are|have) /, "This data has no such symbol"],
  [/So it is with/, "The same holds for 2 more instruments"],
  [/it gave growth for/, "it gave up growth for calm"],
  [/made more was paid for/, "the extra growth was paid for with risk"],
  [/that is easy to pass here/, "TIDAL120 is easy to beat here"],
  [/delisted instrument met/i, "No delisting among the trades"],
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

const TEMPLATES = join(ROOT, "datasets/templates");
const MOST_WORDS = 25;

describe("a template in words", () => {
  const files = readdirSync(TEMPLATES).filter((name) => name !== "cards.json" && name.endsWith(".json"));

  it.each(files)("%s says none of the odd phrases", (file) => {
    const strategy = parseStrategy(JSON.parse(readFileSync(join(TEMPLATES, file), "utf8")));
    if (!strategy.ok) throw new Error(strategy.problem.message);
    const words = strategySentences(strategy.value, "INR").join(" ");
    expect(REJECTED.filter(([phrase]) => phrase.test(words))).toEqual([]);
  });
});

describe("a page of prose", () => {
  /**
   * Where whole sentences are written, but for a terminal's help and generated scripts. A list of words, such as of those that mean
   * the same, has no article in it; vendors' words for columns may, but have no comma.
   */
  const files = ["src", "workers"]
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) =>
        join(folder, file),
      ),
    )
    .filter((file) => /(?<!harness-text)\.tsx?$/.test(file) && !file.startsWith("workers/commands/"));

  it(`has no sentence of more than ${MOST_WORDS} words`, () => {
    const sentences = files.flatMap((file) =>
      writtenTexts(file, readFileSync(join(ROOT, file), "utf8"))
        .flatMap((text) => text.split("\n"))
        .flatMap(sentencesOf)
        .map((sentence) => ({ file, sentence })),
    );
    expect(sentences.length).toBeGreaterThan(10_000);
    expect(sentences.filter(({ file, sentence }) => isLong(sentence) && isProse(file, sentence))).toEqual([]);
  });
});

function isProse(file: string, sentence: string): boolean {
  if (/[,;:]/.test(sentence)) return /\b(?:the|an?|so|that|which)\b/i.test(sentence);
  return !file.startsWith("workers/import/") && /\b(?:the|an?)\b/i.test(sentence);
}

/** What begins with a value behind a full stop is a sentence of its own: the value brings the space with it. */
function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?]["”’)]?)(?:\s+|(?=\$))/).filter((sentence) => sentence !== "");
}

function isLong(sentence: string): boolean {
  return sentence.split(/\s+/).length > MOST_WORDS;
}

describe("a template's card", () => {
  const cards: unknown = JSON.parse(readFileSync(join(ROOT, "datasets/templates/cards.json"), "utf8"));
  const sentences = [
    ...JSON.stringify(cards).matchAll(/"(?:idea|why|fails|trades)":"((?:[^"\\]|\\.)*)"/g),
  ].flatMap(([, said = ""]) => sentencesOf(said));

  it(`has no sentence of more than ${MOST_WORDS} words`, () => {
    expect(sentences.length).toBeGreaterThan(100);
    expect(sentences.filter(isLong)).toEqual([]);
  });
});
