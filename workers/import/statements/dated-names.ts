/** Names of figures that vendors give for a day, such as ratios and sizes, as rules can use them. */
import { RESERVED_NAMES } from "#workers/model/reserved-names.ts";

const MOST = 40;

/** Titles without their span, in lower case. */
const KNOWN: ReadonlyMap<string, string> = new Map([
  ["price to earnings ratio", "pe"],
  ["price to sales ratio", "ps"],
  ["price to book value", "pb"],
  ["price to free cash flow ratio", "pFcf"],
  ["enterprise value", "enterpriseValue"],
  ["ev", "enterpriseValue"],
  ["market-cap", "reported.marketCap"],
  ["market cap", "reported.marketCap"],
  ["marketcap", "reported.marketCap"],
  ["market capitalisation", "reported.marketCap"],
  ["market capitalization", "reported.marketCap"],
  ["issue size", "shares"],
  ["issuesize", "shares"],
  ["common shares outstanding", "shares"],
  ["p/e ratio", "pe"],
]);

/** `Price to Earnings Ratio (ttm)` is pe.ttm; another title goes by its words: `Altman Z Score` is altmanZScore. */
export function datedName(written: string): string {
  const title = written.replaceAll("_", " ");
  const span = /\((quarterly|ttm|annual)\)/i.exec(title)?.[1]?.toLowerCase();
  const plain = title.replace(/\s*[([].*$/, "").trim();
  const name = KNOWN.get(plain.toLowerCase()) ?? camelCase(plain);
  const suffix =
    span === "quarterly" ? ".quarter" : span === "annual" ? ".year" : span === "ttm" ? ".ttm" : "";
  const whole = RESERVED_NAMES.has(name.toLowerCase()) ? `reported.${name}` : name;
  return `${whole.slice(0, MOST - suffix.length)}${suffix}`;
}

export function camelCase(title: string): string {
  const words = title
    .normalize("NFKD")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "");
  const joined = words
    .map((word, at) =>
      at === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
    )
    .join("");
  return /^[a-z]/i.test(joined) ? joined : `figure${joined}`;
}
