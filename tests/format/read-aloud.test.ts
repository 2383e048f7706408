/** What was read aloud and rejected stays out of every sentence of the app, wherever it stands in the source. */
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { writtenTexts } from "#tests/support/written-texts.ts";

/** Texts that the app shows, its commands and messages among them; not its comments. */
const SOURCES = ["src", "workers"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/harness-text\.ts$|\.d\.ts$/.test(path))
    .map((path) => `${folder}/${path}`),
);

const texts = new Map(
  await Promise.all(
    SOURCES.map(async (path) => [path, writtenTexts(path, await readFile(path, "utf8"))] as const),
  ),
);

it.each([
  [
    "a parameter, a result, the most robust cell, choose by",
    /First figure|What came out|Best together with|The best is that/,
  ],
  ["Is that right?", /Is that meant/],
  ["is not a row of prices", /\b(?:is|are) no (?:rows?|symbol|prices|day)\b/],
  ["overnight jump", /nights? that looks? like/i],
  ["the name of the number", /computed\[[^\]]*\] \(/],
  ["day and month are swapped", /(?:days and months|month and day) .*exchanged/],
  ["look better than they should", /come out too well/],
])('says "%s"', (_, rejected) => {
  const found = [...texts].flatMap(([path, all]) =>
    all.filter((text) => rejected.test(text)).map((text) => `${path}: ${text}`),
  );
  expect(texts.size).toBeGreaterThan(1000);
  expect(found).toEqual([]);
});
