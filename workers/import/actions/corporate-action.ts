/** A corporate action as one row of a file says it: a split, a bonus or a dividend of a symbol on a day. */

export type ActionKind = "split" | "bonus" | "dividend";

export interface CorporateAction {
  readonly symbol: string;
  /** Another symbol that the row gives for it; "" for none. */
  readonly otherSymbol: string;
  /** EpochDay: the first day on which a share is traded without what the action gave. */
  readonly exDay: number;
  readonly kind: ActionKind;
  /**
   * Of a split or a bonus the shares after it for each one before: 2 for two to one, and for a bonus of one for one. Of
   * a dividend money a share, in the currency of the prices.
   */
  readonly value: number;
  /** Of a dividend, its words without figures: interim and special of one day are two. "" for other kinds. */
  readonly label: string;
  /** 1-based. */
  readonly line: number;
}

/** The actions of one file. */
export interface ActionsTable {
  readonly file: string;
  readonly vendor: string;
  /** Dividends are divided by the splits that came after them, as Yahoo's are; else they are money as it was paid. */
  readonly isSplitAdjusted: boolean;
  /** True where the file has them beside its prices, which mostly have them in already: they count where prices show it. */
  readonly isBesidePrices?: boolean;
  /** Actions in the order of the file. */
  readonly actions: readonly CorporateAction[];
}

/** `2:1` of a factor as people write a split, new shares for old. */
export function ratioText(factor: number): string {
  for (let held = 1; held <= 100; held++) {
    const shares = factor * held;
    if (Math.abs(shares - Math.round(shares)) < 1e-9 * held) return `${Math.round(shares)}:${held}`;
  }
  return `${factor}:1`;
}
