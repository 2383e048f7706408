/** What an exchange's words for a corporate action say: `Bonus 1:1`, `Interim Dividend - Rs 2.50 Per Share/Special ...`. */
import type { ActionKind } from "./corporate-action.ts";

/** What one part of the words comes to. */
export type Said =
  | { readonly type: "action"; readonly kind: ActionKind; readonly value: number; readonly label: string }
  /** It moves the price, but not by an amount that can be read from the words. */
  | { readonly type: "unknown-effect"; readonly what: string }
  /** A dividend, bonus or split whose figures can't be read. */
  | { readonly type: "unreadable"; readonly why: string };

const PARTS = /[/+;&]|\band\b|,(?!\d)/i;
const MONEY = /(?:rs|re|inr|₹)[.\s:-]*(\d[\d,]*(?:\.\d+)?|\.\d+)/gi;
const PERCENT = /(\d+(?:\.\d+)?)\s*%/g;
const BARE_AMOUNT = /-\s*(\d+(?:\.\d+)?)\s*(?:per (?:share|unit).*)?$/i;
const RATIO = /(\d+(?:\.\d+)?)\s*(?::|for)\s*(\d+(?:\.\d+)?)/i;
const FROM_TO =
  /(?:rs|re|inr|₹)?[.\s:-]*(\d+(?:\.\d+)?)[^\d]*?\bto\b[^\d]*?(?:rs|re|inr|₹)?[.\s:-]*(\d+(?:\.\d+)?)/i;
const SPLIT = /spli?t|sub-?\s?division|consolidation/i;
/** `(FV Rs 10)` behind a dividend is no amount of its own. */
const ON_FACE_VALUE =
  /\(?\b(?:on\s+)?(?:the\s+)?(?:face value|fv)\s*(?:of\s+)?[-:.\s]*(?:rs|re|inr|₹)?[.\s]*\d+(?:\.\d+)?\)?/i;
const DIVIDEND = /dividend|distribution|\b(?:int|spl|fin|final|interim|special)?\.?\s?div\b|\bdiv(?=[-. ])/i;
const DIVIDEND_WORDS = /dividend|distribution|div\b/gi;
/** What trusts pay out beside dividends. */
const OTHER_PAY = /(?:interest|return of capital|repayment|other income).*per unit/i;
const NO_SHARES = /debenture|preference|ncrps|ncps|\bncd|bond/i;
const UNKNOWN_EFFECTS: readonly (readonly [RegExp, string])[] = [
  [/\brights?\b/i, "rights issues"],
  [/demerge|spin|hive/i, "demergers"],
  [
    /arrangement|amalgamation|merger|capital reduction|reduction of capital/i,
    "mergers and schemes of arrangement",
  ],
];

/** @param faceValue - money a share, which percents of a dividend are of; NaN where nothing says it */
export function readPurpose(text: string, faceValue: number): Said[] {
  return text
    .replaceAll("/-", " ")
    .split(PARTS)
    .flatMap((part) => readPart(part.trim(), faceValue) ?? []);
}

/** null for what moves no price: meetings, book closures, buybacks. */
function readPart(part: string, faceValue: number): Said | null {
  if (/bonus/i.test(part)) return readBonus(part);
  if (SPLIT.test(part)) return readSplit(part);
  if (DIVIDEND.test(part) || OTHER_PAY.test(part))
    return readDividend(part.replace(ON_FACE_VALUE, ""), faceValue);
  if (/\bfv|face value/i.test(part)) return readSplit(part);
  const found = UNKNOWN_EFFECTS.find(([pattern]) => pattern.test(part));
  return found ? { type: "unknown-effect", what: found[1] } : null;
}

function readBonus(part: string): Said {
  if (NO_SHARES.test(part)) return { type: "unknown-effect", what: "bonuses other than shares" };
  const [, extra, held] = RATIO.exec(part) ?? [];
  const value = (Number(extra) + Number(held)) / Number(held);
  return value > 1 && Number.isFinite(value)
    ? { type: "action", kind: "bonus", value, label: "" }
    : { type: "unreadable", why: "no ratio such as 1:1" };
}

/** By the face values alone: a ratio behind the word is written both ways round. */
function readSplit(part: string): Said {
  const [, from, to] = FROM_TO.exec(part) ?? [];
  const value = Number(from) / Number(to);
  return value > 0 && Number.isFinite(value) && value !== 1
    ? { type: "action", kind: "split", value, label: "" }
    : { type: "unreadable", why: "no face values such as From Rs 10 To Rs 2" };
}

function readDividend(part: string, faceValue: number): Said {
  const label = part
    .toLowerCase()
    .replaceAll(/[\d.,%]+/g, "")
    .replaceAll(/[^a-z]+/g, " ")
    .replaceAll(/\b(?:rs|re|inr|per|share|unit)\b/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  const amounts = amountsOf(part, faceValue);
  const words = part.match(DIVIDEND_WORDS)?.length ?? 1;
  if (amounts.some(Number.isNaN))
    return { type: "unreadable", why: "percents of a face value that the row does not say" };
  const value = amounts.reduce((sum, amount) => sum + amount, 0);
  if (amounts.length === 0 || amounts.length > words || !(value > 0))
    return { type: "unreadable", why: "no one amount such as Rs 5 Per Share" };
  return { type: "action", kind: "dividend", value, label };
}

function amountsOf(part: string, faceValue: number): number[] {
  const money = Array.from(part.matchAll(MONEY), ([, amount = ""]) => Number(amount.replaceAll(",", "")));
  if (money.length > 0) return money;
  const percents = Array.from(part.matchAll(PERCENT), ([, percent]) => (Number(percent) * faceValue) / 100);
  if (percents.length > 0) return percents;
  const [, bare] = BARE_AMOUNT.exec(part) ?? [];
  return bare === undefined ? [] : [Number(bare)];
}
