/** What a figure counts, by the words in its column's name: `Volume (000)`, `Market Cap (Rs. in Crores)`, `mcap_cr`. */

/** By what one of them counts; compared in lower case, without points. */
const UNITS: readonly (readonly [count: number, words: RegExp])[] = [
  [1e3, /^(?:'?000'?s?|thousands?|k|tsd|千|千株|千股)$/],
  [1e5, /^(?:lakhs?|lacs?)$/],
  [1e6, /^(?:m|mm|mn|mio|mln|millions?|百万)$/],
  [1e7, /^(?:cr|crs|crores?)$/],
  [1e9, /^(?:b|bn|mrd|mld|billions?|十亿|十億)$/],
  [1e12, /^(?:tn|trn|trillions?)$/],
  [1e8, /^(?:亿|億|亿元|億円)$/],
  [1e4, /^(?:万|萬|万股|万元|万円)$/],
  [100, /^(?:手|'?00'?s?|hundreds?|百株|百股)$/],
];
/** Money in front of its unit, or `in`. */
const BESIDE = /^(?:in|of|rs|inr|usd|eur|gbp|jpy|us\$|[$€£¥₹])$/;
/** Taiwan's exchanges count lots of a thousand shares. */
const TAIWAN = /^\s*成交(?:張數|仟股)/;
/** CRSP counts shares outstanding in thousands. */
const OF_CRSP = /^\s*(?:dly)?shrout\s*$/;

/** 1 where the name says no unit. */
export function unitOf(cell: string): number {
  const text = cell.normalize("NFKC").toLowerCase();
  if (TAIWAN.test(text) || OF_CRSP.test(text)) return 1e3;
  const inBrackets = /[([]([^()[\]]*)[)\]]/.exec(text)?.[1];
  if (inBrackets !== undefined) return countOf(inBrackets);
  const behind = unitBehind(text);
  return behind === null ? 1 : countOf(behind);
}

/** The name without a unit that stands behind it without brackets; as it is where there is none. */
export function withoutUnit(cell: string): string {
  const behind = unitBehind(cell.toLowerCase());
  return behind === null ? cell : cell.slice(0, cell.length - behind.length);
}

/** `in 000s` of `Volume in 000s`, with what parts it from the name. */
function unitBehind(text: string): string | null {
  const found =
    /(?:[\s_,.:/-]+(?:in|rs\.?|inr|usd|eur|[$€£¥₹]))*[\s_,.:/-]+(?:'?000'?s?|thousands?|k|lakhs?|lacs?|mn|mln|mio\.?|millions?|crs?\.?|crores?|bn|billions?)\.?\s*$/.exec(
      text,
    );
  return found && found.index > 0 ? found[0] : null;
}

/** True for `USD`, `in crores` and `₹ Cr`; false for other words, and for none. */
export function isMoneyOrUnit(words: string): boolean {
  const text = words.normalize("NFKC").toLowerCase().trim();
  return (
    text !== "" &&
    (countOf(text) !== 1 || text.split(/[\s.]+/).every((word) => word === "" || BESIDE.test(word)))
  );
}

/** What words count, in lower case: 1e7 for "in crores"; 1 for what is no unit. */
export function countOf(unit: string): number {
  const words = unit
    .replaceAll(/([$€£¥₹])/g, " $1 ")
    .split(/[\s_,.:/-]+/)
    .filter((word) => word !== "" && !BESIDE.test(word));
  const [word, ...others] = words;
  if (word === undefined || others.length > 0) return 1;
  return UNITS.find(([, names]) => names.test(word))?.[0] ?? 1;
}
