/** What was held and how it was set back to plan, in sentences and rows. */
import { formatDay } from "#src/format/day.ts";
import { formatMoney } from "#src/format/money.ts";
import { countOf, formatDecimal, formatPercent } from "#src/format/number.ts";
import { joinWords } from "#src/format/join-words.ts";
import type { Holdings, SetBack } from "#workers/model/holdings.ts";
import type { Area } from "./stacked-areas.tsx";

/** From the bottom up: the instruments, all others, cash on top. */
export function areasOf({ held, others, cash }: Holdings): readonly Area[] {
  return [
    ...held.map(({ instrument, share }, look): Area => ({ name: instrument, share, look })),
    ...(others ? [{ name: `${others.count} others`, share: others.share, look: "others" } as const] : []),
    { name: "Cash", share: cash, look: "cash" },
  ];
}

const PERIOD_WORDS = {
  session: "at each session's close",
  week: "at the ends of weeks",
  month: "at the ends of months",
} as const satisfies Record<Holdings["every"], string>;

export function whenInWords({ every }: Holdings): string {
  return `Shares of the account ${PERIOD_WORDS[every]}`;
}

/** Named in a summary. */
const MOST_NAMED = 4;

export function describeHeld(holdings: Holdings): string {
  const areas = areasOf(holdings).map(({ name, share }) => ({ name, mean: meanOf(share) }));
  const cash = areas.pop();
  const named = areas.slice(0, MOST_NAMED).map(({ name, mean }) => `${name} ${formatPercent(mean, 1)}`);
  const rest = areas.slice(MOST_NAMED).reduce((sum, { mean }) => sum + mean, 0);
  const parts = [
    ...named,
    ...(areas.length > MOST_NAMED ? [`all others ${formatPercent(rest, 1)}`] : []),
    `cash ${formatPercent(cash?.mean ?? 0, 1)}`,
  ];
  return `On average ${joinWords(parts, "and")} of the account.`;
}

function meanOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length === 0 ? 0 : sum / values.length;
}

/** "SHARES 66.2%, plan 60.0%": what was furthest from plan; where none was looked at, what the orders were for. */
export function offText({ furthest, sells }: SetBack): string {
  if (furthest === null) return sells > 0 ? "No longer wanted" : "Bought anew, or money that came in";
  const { instrument, share, target } = furthest;
  return `${instrument} ${formatPercent(share, 1)}, plan ${formatPercent(target, 1)}`;
}

/** Points above plan, below it where negative; null where no plan was looked at. */
export function offPoints({ furthest }: SetBack): number | null {
  return furthest && furthest.share - furthest.target;
}

export function ordersText({ sells, buys }: SetBack): string {
  return joinWords(
    [...(sells > 0 ? [countOf(sells, "sale")] : []), ...(buys > 0 ? [countOf(buys, "purchase")] : [])],
    "and",
  );
}

export function setBackSummary(setBacks: readonly SetBack[], currency: string): string {
  const costs = setBacks.reduce((sum, one) => sum + one.costs, 0);
  const [first] = setBacks;
  const furthest = setBacks
    .filter((one) => one.furthest !== null)
    .toSorted((a, b) => Math.abs(offPoints(b) ?? 0) - Math.abs(offPoints(a) ?? 0))[0];
  if (!first) return "Nothing was ordered.";
  const most = furthest ? ` It was furthest off on ${formatDay(furthest.date)}: ${offText(furthest)}.` : "";
  return `Orders on ${countOf(setBacks.length, "day")}, which cost ${formatMoney(costs, currency, 0)}.${most}`;
}

interface HeldFact {
  readonly name: string;
  readonly value: string;
  readonly explanation: string;
}

export function heldFacts({ figures, setBacks }: Holdings, currency: string): readonly HeldFact[] {
  const { ordersAYear, meanOrder, turnover, costs, offPlan } = figures;
  return [
    {
      name: "Days with orders",
      value: countOf(setBacks.length, "day"),
      explanation:
        "Closes at which something was set back to plan, newly bought, no longer wanted, or bought with money that came in.",
    },
    {
      name: "Orders a year",
      value: formatDecimal(ordersAYear, 1),
      explanation: "Fills: every purchase and sale, of a whole position or a part.",
    },
    {
      name: "Mean order",
      value: formatMoney(meanOrder, currency, 0),
      explanation: "Value of a fill, on average.",
    },
    {
      name: "Turnover a year",
      value: formatPercent(turnover, 1),
      explanation: "The smaller of purchases and sales, over the account's mean value.",
    },
    {
      name: "Costs a year",
      value: costs === null ? formatDecimal(null, 2) : `${formatDecimal(costs, 2)} points`,
      explanation: "Commission and slippage of all fills, in percent of the account's mean value.",
    },
    {
      name: "Off plan on average",
      value: offPlan === null ? formatDecimal(null, 1) : `${formatDecimal(offPlan, 1)} points`,
      explanation:
        "How far what is held was from its plan: the mean over sessions and instruments, above and below alike. A plan holds until it is worked out again.",
    },
  ];
}
