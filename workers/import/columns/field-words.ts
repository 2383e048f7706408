/** Words that stand beside a field's name and are no instrument: `OPEN_PX`, `CLOSE_PRIC`, `Precio de apertura`, `VOLUME_QTY`. */
import { remembered } from "./remembered.ts";

/** Price, in the languages and short forms of vendors; compared without blanks and signs, in lower case. */
const PRICE_WORDS =
  "px prc pric prce pri price prices preis preise kurs kurse kurz kurzy kursen cena ceny cene ceno precio precios preço preco preços prezzo prezzi prix cours koers koersen prijs pris priser fiyat fiyatı fiyati harga giá gia hinta preț pret curs tečaj tecaj ár ara курс цена ціна τιμή 价 价格 價 價格 値段 가격 ราคา".split(
    " ",
  );
/** The shortest rest that is a field. */
const LEAST_LETTERS = 2;
/** Weak names of a close, which are none beside a word for price. */
const NO_REST = new Set(["value", "rate", "wert", "valor", "index"]);
/** `de` in `precio de apertura`. */
const LINK = /^(?:de|del|di|do|da|du|d|van|der)(?=..)/;

/** Words that make a price of open, high, low and close alone: `CLOSE_RATE`. */
const OF_A_BAR =
  /^(?:rate|rates|value|val|level|lvl|quote)(?=...)|(?<=...)(?:rate|rates|value|val|level|lvl|quote)$/;
const OF_SESSION = /^(?:session|regular|official|trade|traded|trading)(?=...)/;
/** Short forms of these words that a header in capitals has behind or before a field: no symbols there. */
const IN_CAPITALS = new Set(
  [
    ...PRICE_WORDS,
    "pr",
    "rate",
    "rates",
    "val",
    "value",
    "lvl",
    "level",
    "quote",
    "qty",
    "trd",
    "amt",
    "idx",
    "adj",
    "adjusted",
    "raw",
    "unadj",
    "mid",
    "eod",
    "tot",
    "bar",
    "candle",
    "tdd",
  ].map((word) => word.toUpperCase()),
);

/** The same for words that stand beside a bar's prices, and beside other figures, too. */
export function withoutBarWord(plain: string): string {
  return plain.replace(OF_A_BAR, "").replace(OF_SESSION, "");
}

/**
 * What is left of a field's plain name without a word for price before or behind it: `open` of `openpx`; the likelier
 * first, none for a name without such a word.
 */
export function withoutPriceWord(plain: string): readonly string[] {
  const behind = PRICE_WORDS.filter((word) => plain.endsWith(word)).map((word) =>
    plain.slice(0, -word.length),
  );
  const before = PRICE_WORDS.filter((word) => plain.startsWith(word)).flatMap((word) => {
    const rest = plain.slice(word.length);
    return [rest, rest.replace(LINK, "")];
  });
  return [...behind, ...before].filter((rest) => rest.length >= LEAST_LETTERS && !NO_REST.has(rest));
}

/**
 * True for `PX` beside `OPEN`, both in capitals. A company may be called so: `PX.Open` and `Open_PX` have the field's
 * name in other letters than the symbol.
 */
export function isWordBeside(symbol: string, field: string): boolean {
  return isPriceWord(symbol) && field === field.toUpperCase();
}

/** @param symbol - in capitals */
export function isPriceWord(symbol: string): boolean {
  return IN_CAPITALS.has(symbol);
}

/** `MidOpen`, `mid_open` and `mid.open` are the same two words. */
export const wordsOf: (cell: string) => readonly string[] = remembered((cell) =>
  cell
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== ""),
);

const VOLUME_WORDS = new Set(
  "volume vol volumes qty quantity quantities volumen volym volum volumi wolumen objem obem cantidad quantidade quantité menge stückzahl hoeveelheid miktar количество объем".split(
    " ",
  ),
);
/** Beside these words it is money, a part of the volume, an average, or a share in percent. */
const NO_VOLUME_WORDS = new Set(
  "bid ask buy sell avg average mean ma sma ema value money turnover amount usd usdt eur gbp inr rs jpy cny quote deliverable delivery delivered block bulk odd oi open interest ratio rel relative change chg pct percent weighted price vwap short dark put call prev previous yesterday premarket pre post after lots lot adj adjusted norm log implied iv hist historical volatility importe valor monto montant valeur wert umsatz betrag".split(
    " ",
  ),
);

/** `Net Traded Qty`: nothing in a column's name but words that a volume's has. */
export function isVolumeByWords(cell: string): boolean {
  const words = wordsOf(cell.replaceAll(/[([][^()[\]]*[)\]]/g, " "));
  return (
    words.length > 0 &&
    !/[%$€£¥₹]/.test(cell) &&
    words.some((word) => VOLUME_WORDS.has(word)) &&
    !words.some((word) => NO_VOLUME_WORDS.has(word) || /\d/.test(word))
  );
}
