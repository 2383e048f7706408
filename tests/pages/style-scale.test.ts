/** Every size of text and every distance of the style sheets is one of the scales in src/ui/tokens.css. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const SRC = join(import.meta.dirname, "../../src");
const TOKENS = "ui/tokens.css";

/** What is on a scale: text, and the distances in and between boxes. */
const SCALED = /^(?:font|font-size|(?:row-|column-)?gap|(?:padding|margin)(?:-[a-z]+)*)$/;
/** A length of its own. Hairlines of 1 px, parts of the window, letters and millimetres of paper are on no scale. */
const OWN_LENGTH = /(?<![\w.-])-?(?:\d*\.)?\d+(?:rem|em|px|pt)\b/g;
const HAIRLINE = /^-?1px$/;

interface Declared {
  readonly property: string;
  readonly value: string;
}

function declarationsIn(css: string): readonly Declared[] {
  const code = css.replaceAll(/\/\*[\s\S]*?\*\//g, "");
  return [...code.matchAll(/(?<![\w-])([a-z-]+)\s*:\s*([^;{}]+);/g)].map(([, property = "", value = ""]) => ({
    property,
    value,
  }));
}

function offScale(css: string): readonly string[] {
  return declarationsIn(css)
    .filter(({ property }) => SCALED.test(property))
    .filter(({ value }) => (value.match(OWN_LENGTH) ?? []).some((length) => !HAIRLINE.test(length)))
    .map(({ property, value }) => `${property}: ${value}`);
}

const sheets = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".css") && file !== TOKENS)
  .map((file) => ({ file, css: readFileSync(join(SRC, file), "utf8") }));

describe("a style sheet", () => {
  it("takes sizes of text and distances from the scales", () => {
    const found = sheets.flatMap(({ file, css }) => offScale(css).map((each) => `${file}: ${each}`));
    expect(found).toEqual([]);
  });

  it("names no token that there is not", () => {
    const known = new Set(
      [
        ...[...sheets, { css: readFileSync(join(SRC, TOKENS), "utf8") }]
          .map(({ css }) => css)
          .join("\n")
          .matchAll(/(--[\w-]+)\s*:/g),
      ].map(([, name]) => name),
    );
    const named = sheets.flatMap(({ file, css }) =>
      [...css.matchAll(/var\((--(?:text|space|radius)[\w-]*)/g)].map(([, name]) => ({ file, name })),
    );
    expect(named.length).toBeGreaterThan(1000);
    expect(named.filter(({ name }) => !known.has(name))).toEqual([]);
  });

  it.each([
    ["gap: 0.3rem;", 1],
    ["padding: 0 1px var(--space-2);", 0],
    ["padding: var(--space-2) 10px;", 1],
    ["margin: 0 calc(-1 * var(--space-4)) -0.5rem;", 1],
    ["font: 400 var(--text-s) / 1.5 monospace;", 0],
    ["font-size: 15px;", 1],
    ["width: 15px;", 0],
  ])("is held by %s", (css, count) => {
    expect(offScale(`.a { ${css} }`)).toHaveLength(count);
  });
});
