/** Rows of invented prices, and short ways to what a dry run says of them. */
import type { Answers, ImportCheck } from "#workers/model/import-check.ts";
import { checkText } from "./check-support.ts";

/** A day's bar as vendors write it; volumes are shares. */
export interface InventedBar {
  readonly iso: string;
  /** 0 Sunday. */
  readonly weekday: number;
  readonly o: number;
  readonly h: number;
  readonly l: number;
  readonly c: number;
  readonly v: number;
}

function cents(figure: number): number {
  return Math.round(figure * 100) / 100;
}

/**
 * Bars whose price wanders by up to 2 % a day.
 *
 * @param isOpen - whether there is a bar on a weekday, 0 Sunday; Monday to Friday by itself
 */
export function inventBars(
  count: number,
  { start = "2024-01-02", price = 50, isOpen = (day: number) => day % 6 !== 0 } = {},
): InventedBar[] {
  const bars: InventedBar[] = [];
  let seed = 7;
  const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  let c = price;
  for (let day = Date.parse(start); bars.length < count; day += 86_400_000) {
    const weekday = new Date(day).getUTCDay();
    if (!isOpen(weekday)) continue;
    const o = cents(c * (0.99 + random() * 0.02));
    c = cents(o * (0.99 + random() * 0.02));
    const h = cents(Math.max(o, c) * (1 + random() * 0.005));
    const l = cents(Math.min(o, c) * (1 - random() * 0.005));
    bars.push({
      iso: new Date(day).toISOString().slice(0, 10),
      weekday,
      o,
      h,
      l,
      c,
      v: 1000 * Math.ceil(random() * 900) + Math.floor(random() * 1000),
    });
  }
  return bars;
}

/** A table of a header, "" for none, and a line a bar. */
export function tableOf(
  header: string,
  bars: readonly InventedBar[],
  line: (bar: InventedBar, at: number) => string,
): string {
  return `${header === "" ? "" : `${header}\n`}${bars.map(line).join("\n")}\n`;
}

/** All that a person reads of a check. */
export function wordsOf({ message, questions, warnings }: ImportCheck): string {
  return [message, ...questions.flatMap(({ text, choices }) => [text, ...choices]), ...warnings].join(" / ");
}

export interface SaidCheck extends ImportCheck {
  readonly words: string;
}

export async function saidOf(name: string, text: string, answers: Answers = {}): Promise<SaidCheck> {
  const check = await checkText(name, text, answers);
  return { ...check, words: wordsOf(check) };
}
