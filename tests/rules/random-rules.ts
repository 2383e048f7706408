/** Rules and expressions by chance (fast-check): every function and name of workers/rules/README.md, right by its grammar and limits. */
import * as fc from "fast-check";
import { FUNCTION_ARGUMENTS } from "#tests/support/naive-rules/tree.ts";
import type { FunctionName } from "#tests/support/naive-rules/tree.ts";
import { CONSTANTS, KINDS } from "./random-words.ts";
import { countsOf, functionsGiving, inputKind, kindsOf } from "./random-words.ts";
import { scopeInside, simpleNumbers, withoutPosition } from "./random-words.ts";
import type { Kind, Scope, Vocabulary } from "./random-words.ts";

type Text = fc.Arbitrary<string>;

export interface RuleTexts {
  /** A rule, as one line. */
  readonly rule: Text;
  /** A number. */
  readonly expression: Text;
  /** A rule that may name the position's figures, as in sell.rules. */
  readonly sellRule: Text;
  /** A call of that function: a number or a truth. */
  readonly callOf: (name: FunctionName) => Text;
}

const DEPTH = 3;
const LONGEST = 500;

/** Texts of at most 500 characters for a market with this vocabulary. */
export function ruleTexts(vocabulary: Vocabulary): RuleTexts {
  const start: Spot = { vocabulary, made: new Map(), depth: DEPTH, scope: "open" };
  return {
    rule: inSomeHand(truths(start)),
    expression: inSomeHand(oneOf(KINDS.map((kind) => numbers(kind, start)))),
    sellRule: inSomeHand(truths({ ...start, scope: "sell" })),
    callOf: (name) => inSomeHand(oneOf(kindsOf(name).map((kind) => calls(name, kind, start)))),
  };
}

/** What stands where, and how much deeper it may nest. */
interface Spot {
  readonly vocabulary: Vocabulary;
  /** Arbitraries by what they draw, so that each is made once. */
  readonly made: Map<string, Text>;
  readonly depth: number;
  readonly scope: Scope;
}

function deeper(spot: Spot, scope: Scope = spot.scope): Spot {
  return { ...spot, depth: spot.depth - 1, scope };
}

function once(what: string, spot: Spot, make: () => Text): Text {
  const key = `${what} ${spot.depth} ${spot.scope}`;
  let made = spot.made.get(key);
  if (made === undefined) spot.made.set(key, (made = make()));
  return made;
}

function truths(spot: Spot): Text {
  return once("truth", spot, () => {
    const tests = oneOf(KINDS.map((kind) => comparisons(kind, deeper(spot))));
    if (spot.depth <= 1) return tests;
    const inner = truths(deeper(spot));
    return weighted([
      [6, tests],
      [1, inner.map((rule) => `not ${rule}`)],
      [1, inner.map((rule) => `(${rule})`)],
      [2, fc.tuple(inner, fc.constantFrom("and", "or"), inner).map((parts) => parts.join(" "))],
      [
        2,
        fc.tuple(inner, fc.constantFrom("and", "or"), inner).map(([a, word, b]) => `(${a}) ${word} (${b})`),
      ],
      [3, oneOf(functionsGiving("truth", spot.scope).map((name) => calls(name, "truth", spot)))],
    ]);
  });
}

function comparisons(kind: Kind, spot: Spot): Text {
  const side = numbers(kind, spot);
  const other = weighted([
    [1, constants(kind)],
    [1, side],
  ]);
  const free = numbers(kind, { ...spot, scope: withoutPosition(spot.scope) });
  return weighted([
    [
      5,
      fc.tuple(side, fc.constantFrom(">", "<", ">=", "<=", "=", "!="), other).map((parts) => parts.join(" ")),
    ],
    [1, fc.tuple(side, other, other).map(([x, least, most]) => `${x} between ${least} and ${most}`)],
    [
      1,
      fc
        .tuple(
          free,
          fc.constantFrom("crosses above", "crosses below"),
          weighted([
            [1, constants(kind)],
            [1, free],
          ]),
        )
        .map((parts) => parts.join(" ")),
    ],
  ]);
}

function constants(kind: Kind): Text {
  return fc.constantFrom(...CONSTANTS[kind]);
}

function numbers(kind: Kind, spot: Spot): Text {
  return once(kind, spot, () => {
    const simple = fc.constantFrom(...simpleNumbers(kind, spot.scope, spot.vocabulary));
    if (spot.depth <= 0) return simple;
    const inner = numbers(kind, deeper(spot)).map(bracketed);
    const earlier = numbers(kind, deeper(spot, withoutPosition(spot.scope))).map(bracketed);
    const bars = fc.constantFrom(1, 2, 0, 5, 17);
    return weighted([
      [3, simple],
      [7, oneOf(functionsGiving(kind, spot.scope).map((name) => calls(name, kind, spot)))],
      [2, sums(kind, spot)],
      [2, fc.tuple(earlier, bars).map(([number, ago]) => `${number}[${ago}]`)],
      [1, inner.map((number) => `-${number}`)],
      [1, constants(kind)],
    ]);
  });
}

/** Sums, differences, products and quotients that stay about the size of the kind. */
function sums(kind: Kind, spot: Spot): Text {
  const inside = (wanted: Kind) => numbers(wanted, deeper(spot)).map(bracketed);
  const same = inside(kind);
  const factor = fc.constantFrom("2", "0.5", "1.1", "0.9", "1", "3");
  const joined = (left: Text, sign: string, right: Text) =>
    fc.tuple(left, right).map(([a, b]) => `${a} ${sign} ${b}`);
  const shapes = [
    joined(same, "*", factor),
    joined(factor, "*", same),
    joined(same, "/", factor),
    joined(same, "+", kind === "price" ? inside("spread") : same),
    joined(same, "-", kind === "price" ? inside("spread") : same),
  ];
  if (kind === "spread") shapes.push(joined(inside("price"), "-", inside("price")));
  if (kind === "small") shapes.push(joined(inside("price"), "/", inside("price")), joined(same, "/", same));
  if (kind === "percent") shapes.push(joined(inside("small"), "*", constants("percent").map(bracketed)));
  return oneOf(shapes);
}

/** A call of the function that gives a value of that kind. */
function calls(name: FunctionName, wanted: Kind | "truth", spot: Spot): Text {
  return once(`${name} ${wanted}`, spot, () => {
    const inside = deeper(spot, scopeInside(name, spot.scope));
    const kind = inputKind(name, wanted);
    const anyNumber =
      kind === null ? oneOf(KINDS.map((each) => numbers(each, inside))) : numbers(kind, inside);
    const argument = (letter: string): Text => {
      if (letter === "n") return fc.constantFrom(...countsOf(name));
      if (letter === "k") return fc.constantFrom("2", "1", "0.5", "1.5", "3.0");
      if (letter === "r") return truths(inside);
      if (letter === "e") return wanted === "truth" ? truths(inside) : numbers(wanted, inside);
      return anyNumber;
    };
    const letters: readonly string[] = FUNCTION_ARGUMENTS[name].split("");
    if (name === "of") {
      const quoted = fc.constantFrom(...spot.vocabulary.symbols).map((symbol) => `"${symbol}"`);
      return withArguments(name, [quoted, argument("e")]);
    }
    if (name === "rank" || name === "place") {
      return weighted([
        [3, withArguments(name, [anyNumber])],
        [1, withArguments(name, [anyNumber, fc.constant('"sector"')])],
      ]);
    }
    const whole = withArguments(name, letters.map(argument));
    if (letters.length === 0) return fc.oneof(fc.constant(name), whole);
    if (name.startsWith("macd")) return fc.oneof(whole, fc.constant(name), fc.constant(`${name}()`));
    // x may be left out where close is of the wanted kind
    const isShort = letters[0] === "x" && (kind === null || kind === "price");
    return isShort ? fc.oneof(whole, withArguments(name, letters.slice(1).map(argument))) : whole;
  });
}

function withArguments(name: string, args: readonly Text[]): Text {
  return fc.tuple(...args).map((texts) => `${name}(${texts.join(", ")})`);
}

/** A number that may be followed by [n] or stand beside any sign. */
function bracketed(number: string): string {
  return /^[a-z.0-9_]+$/i.test(number) ? number : `(${number})`;
}

function oneOf(texts: readonly Text[]): Text {
  return fc.oneof({ withCrossShrink: true }, ...texts);
}

function weighted(texts: readonly (readonly [weight: number, arbitrary: Text])[]): Text {
  return fc.oneof({ withCrossShrink: true }, ...texts.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** How people type: plainly, in capitals, with more white space or less. */
const HANDS: readonly ((part: string) => string)[] = [
  (part) => part,
  (part) => part,
  (part) => part,
  (part) => part.toUpperCase(),
  (part) => part.toLowerCase(),
  (part) => part.replaceAll(/ (?=[-+*/<>=!])|(?<=[-+*/<>=]) |(?<=,) /g, ""),
  (part) => part.replaceAll(" ", " \t ").replaceAll(/[()[\],]/g, " $& "),
];

function inSomeHand(texts: Text): Text {
  return fc
    .tuple(texts, fc.constantFrom(...HANDS))
    .map(([text, hand]) => changedOutsideQuotes(text, hand))
    .filter((text) => text.length <= LONGEST);
}

function changedOutsideQuotes(text: string, change: (part: string) => string): string {
  const parts = text.split('"');
  return parts.map((part, i) => (i % 2 === 0 ? change(part) : part)).join('"');
}
