/**
 * A virtual deployment: a strategy that goes on session after session on an account of its own, with a record in which
 * every later change shows. A file has the fields of its format (deployment-format.ts) and no other. What is hashed how:
 * deployment-chain.ts; what a step is: workers/deploy/.
 */
import "./jitless.ts";
import { z } from "zod";
import type { Json } from "./canonical-json.ts";
import type { BarLength } from "./bar-length.ts";
import { parseIsoDay } from "./day.ts";
import { isKnownLength, strategyFault } from "./deployment-format.ts";
import type { DeploymentFormat } from "./deployment-format.ts";

/** Why all of a position is sold: as a run does, or by a person's order. */
const WHOLE_SALES = [
  "no-data",
  "stop-loss",
  "trailing-stop",
  "take-profit",
  "max-holding",
  "rule",
  "stopped",
] as const;
/** And why a strategy/3 sells, the last two also a part. */
const SALES = [...WHOLE_SALES, "weight", "rebalance", "payment"] as const;

/** RFC 3339 in UTC, such as 2025-03-24T12:40:11Z. */
const TIME = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?Z$/;

const day = z.string().refine((text) => parseIsoDay(text) !== null, "must be a date such as 2025-03-24");
const time = z
  .string()
  .refine(
    (text) => TIME.test(text) && parseIsoDay(text.slice(0, 10)) !== null,
    "must be a time such as 2025-03-24T12:40:11Z",
  );
const hash = z.string().regex(/^[0-9a-f]{64}$/, "must be 64 digits of a SHA-256, in lower case");
const text = z.string().min(1, "must not be empty");
const amount = z.number();
const above0 = z.number().positive();
const sum = amount.min(0);

/** Read up to the first item that is wrong, which is all that is told: of 300,000 faults zod would make as many arguments of a call. */
function listOf<T>(item: z.ZodType<T>) {
  return z.array(z.unknown()).transform((values, context): T[] => {
    const items: T[] = [];
    for (const [at, value] of values.entries()) {
      const read = item.safeParse(value);
      if (!read.success) {
        const [first] = read.error.issues;
        context.addIssue({
          code: "custom",
          message: first?.message ?? "not valid",
          path: [at, ...(first?.path ?? [])],
        });
        return z.NEVER;
      }
      items.push(read.data);
    }
    return items;
  });
}

const WITHOUT_REASON = { message: "must be null for a buy, and a reason for a sell", path: ["reason"] };

/** What fills and decisions are, where positions are sold for these reasons. */
function tradesOf<Reason extends (typeof SALES)[number]>(reason: z.ZodType<Reason>) {
  return {
    fill: z
      .strictObject({
        instrument: text,
        side: z.enum(["buy", "sell"]),
        reason: reason.nullable(),
        quantity: above0,
        price: amount,
        commission: amount,
      })
      .refine(({ side, reason: why }) => (side === "buy") === (why === null), WITHOUT_REASON),
    sell: z.strictObject({ instrument: text, reason, quantity: above0 }),
    real: z.strictObject({
      session: day,
      instrument: text,
      side: z.enum(["buy", "sell"]),
      reason: reason.nullable(),
      quantity: above0,
      price: amount,
      commission: amount,
    }),
  };
}

const slotTrades = tradesOf(z.enum(WHOLE_SALES));
const trades = tradesOf(z.enum(SALES));

const slotBuySchema = z.strictObject({ instrument: text, slotValue: amount, quantity: sum });
const buySchema = slotBuySchema.extend({ moneyIn: z.literal(true).exactOptional() });

const positionSchema = z.strictObject({
  instrument: text,
  entryDate: day,
  entryPrice: amount,
  quantity: above0,
  peak: amount,
  close: amount,
  closeDate: day,
});

const entryFields = {
  session: day,
  recorded: time,
  replayed: z.boolean(),
  stop: time.nullable(),
  cash: amount,
  equity: amount,
  positions: listOf(positionSchema),
  data: hash,
  previous: hash,
  hash,
};

const slotEntrySchema = z.strictObject({
  ...entryFields,
  fills: listOf(slotTrades.fill),
  decisions: z.strictObject({ sells: listOf(slotTrades.sell), buys: listOf(slotBuySchema) }),
});

const moneyEntrySchema = z.strictObject({
  ...entryFields,
  fills: listOf(trades.fill),
  decisions: z.strictObject({ sells: listOf(trades.sell), buys: listOf(buySchema) }),
  owed: sum,
  growth: amount,
  uninvested: sum,
  missed: sum,
  in: sum,
  out: sum,
  interest: amount,
});

/** An entry by itself, of which nobody says what format it is of. */
export const entrySchema = z.unknown().transform((value, context): DeploymentEntry => {
  const hasMoney = typeof value === "object" && value !== null && "owed" in value;
  const read = (hasMoney ? moneyEntrySchema : slotEntrySchema).safeParse(value);
  if (read.success) return read.data;
  for (const { message, path } of read.error.issues) context.addIssue({ code: "custom", message, path });
  return z.NEVER;
});

/** The record as it was written: the copy is part of what is hashed, so nothing of it is put in order or filled in. */
function strategyOf(format: DeploymentFormat) {
  return z.custom<Json>().superRefine((value, context) => {
    const fault = strategyFault(value, format);
    if (fault) context.addIssue({ code: "custom", message: fault.text, path: [...fault.path] });
  });
}

const datasetSchema = z.strictObject({ id: text, name: z.string() }).nullable();

const slotStart = {
  format: z.literal("deployment/1"),
  name: z.string(),
  strategy: strategyOf("deployment/1"),
  begins: day,
  startMargin: above0,
};
const moneyStart = {
  ...slotStart,
  format: z.literal("deployment/2"),
  strategy: strategyOf("deployment/2"),
};

/** What a bar is, from the beginning on. */
const bars = { frequency: z.enum(["daily", "weekly", "monthly"]), sessionsOfYear: z.number() };
const UNKNOWN_BARS = {
  message: "must fit the frequency: 252 or 365 for daily, 52 for weekly, 12 for monthly bars",
  path: ["sessionsOfYear"],
};

const headFields = { id: text, dataset: datasetSchema, replayedTo: day, stop: time.nullable() };
const slotHead = { ...slotStart, ...headFields, real: listOf(slotTrades.real) };
const moneyHead = { ...moneyStart, ...bars, ...headFields, real: listOf(trades.real) };

export const deploymentFileSchema = z.discriminatedUnion("format", [
  z.strictObject({ ...slotHead, ledger: listOf(slotEntrySchema), seal: hash }),
  z
    .strictObject({ ...moneyHead, ledger: listOf(moneyEntrySchema), seal: hash })
    .refine(isKnownLength, UNKNOWN_BARS),
]);

/** All of a deployment but its ledger. */
export const deploymentHeadSchema = z.discriminatedUnion("format", [
  z.strictObject(slotHead),
  z.strictObject(moneyHead).refine(isKnownLength, UNKNOWN_BARS),
]);

export const realFillsSchema: z.ZodType<RealFill[]> = listOf(trades.real);

/** What a first file may lack. */
const laterFields = {
  id: text.optional(),
  dataset: datasetSchema.optional(),
  replayedTo: day.optional(),
  stop: time.nullable().optional(),
  ledger: z.array(z.never()).optional(),
};

/** A first file, as a person writes it: what it lacks is added when it is first taken. */
export const firstFileSchema = z.discriminatedUnion("format", [
  z.strictObject({ ...slotStart, ...laterFields, real: listOf(slotTrades.real).optional() }),
  z
    .strictObject({
      ...moneyStart,
      ...laterFields,
      frequency: bars.frequency.optional(),
      sessionsOfYear: bars.sessionsOfYear.optional(),
      real: listOf(trades.real).optional(),
    })
    .refine(({ frequency, sessionsOfYear }) => (frequency === undefined) === (sessionsOfYear === undefined), {
      message: "must be there with sessionsOfYear, or neither of them",
      path: ["frequency"],
    })
    .refine(
      ({ frequency, sessionsOfYear }) =>
        frequency === undefined ||
        sessionsOfYear === undefined ||
        isKnownLength({ frequency, sessionsOfYear }),
      UNKNOWN_BARS,
    ),
]);

export type SaleReason = (typeof SALES)[number];
/** What was bought or sold on a session; `price` with slippage, `commission` in money, `reason` null for a buy. */
export type DeploymentFill = Readonly<z.infer<typeof trades.fill>>;
/** A sell that was decided, of the whole position or of a part of it. */
export type DecidedSell = Readonly<z.infer<typeof trades.sell>>;
/** `quantity` is an estimate, since the fill is not known; `moneyIn` where money that came in is placed. */
export type DecidedBuy = Readonly<z.infer<typeof buySchema>>;
/** An open position at a session's close; `close` is that of the instrument's last bar so far, on `closeDate`. */
export type DeploymentPosition = Readonly<z.infer<typeof positionSchema>>;
/** A fill as it was really paid; it is not in the account. */
export type RealFill = Readonly<z.infer<typeof trades.real>>;

type MoneyEntry = Readonly<z.infer<typeof moneyEntrySchema>>;
/** What an entry of deployment/2 says besides, in money. */
export type EntryMoney = Pick<
  MoneyEntry,
  | "owed" // to be paid out, and not there in cash
  | "growth" // what the strategy has made of startMargin, as if no money had come or gone
  | "uninvested" // of what came in: not put into positions yet
  | "missed" // of the session: what could not be paid out
  | "in" // of the session
  | "out" // of the session: what was paid
  | "interest" // of the session
>;
export type DeploymentEntry = Omit<MoneyEntry, keyof EntryMoney> & Partial<EntryMoney>;
/** What a session comes to, before it is recorded. */
export type EntryContent = Omit<DeploymentEntry, "recorded" | "replayed" | "previous" | "hash">;

type MoneyFile = Readonly<z.infer<(typeof deploymentFileSchema)["options"][1]>>;
/** The file, with its seal. */
export type DeploymentFile = Omit<MoneyFile, "format" | "ledger" | keyof BarLength> &
  Readonly<Partial<BarLength>> & {
    readonly format: DeploymentFormat;
    readonly ledger: readonly DeploymentEntry[];
  };
/** As it is kept and gone on with: a seal is of a file, made when one is written. */
export type Deployment = Omit<DeploymentFile, "seal">;
/** What the first entry's `previous` is the hash of. */
export type DeploymentOrigin = Pick<
  Deployment,
  "format" | "id" | "strategy" | "begins" | "frequency" | "sessionsOfYear" | "replayedTo" | "startMargin"
>;
export type FirstFile = Readonly<z.infer<typeof firstFileSchema>>;

/** A deployment that is to be made of a strategy, whichever format it then has. */
export type NewDeployment = Pick<Deployment, "name" | "strategy" | "begins" | "startMargin" | "dataset">;

/** What an entry says of money, or what follows from it where its format says nothing. */
export function moneyOf(entry: EntryContent): EntryMoney {
  const { owed = 0, uninvested = 0, missed = 0, in: came = 0, out = 0, interest = 0, equity } = entry;
  return { owed, growth: entry.growth ?? equity, uninvested, missed, in: came, out, interest };
}

/** The fraction of what is held from which a sell is one of all. */
const NEXT_TO_ALL = 1 - 1e-9;

/** Whether less than all of what is held is to be sold. */
export function isPart({ quantity }: Pick<DecidedSell, "quantity">, held: number): boolean {
  return quantity < held * NEXT_TO_ALL;
}

/**
 * Why a position is sold behind a person's stop, which takes the place of parts and of payments; other sells of all keep their
 * reason.
 *
 * @param sell - of it that waited
 */
export function reasonAtStop(
  { quantity }: Pick<DeploymentPosition, "quantity">,
  sell: DecidedSell | undefined,
): SaleReason {
  const isKept = sell !== undefined && sell.reason !== "payment" && !isPart(sell, quantity);
  return isKept ? sell.reason : "stopped";
}

/** A clock's word as it is recorded, in whole seconds. @param milliseconds - since 1970-01-01T00:00Z */
export function timeOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** True where the person's stop is carried out: no further session gets an entry. */
export function isOver({ ledger }: Pick<Deployment, "ledger">): boolean {
  const last = ledger.at(-1);
  return last !== undefined && last.stop !== null && last.positions.length === 0;
}
