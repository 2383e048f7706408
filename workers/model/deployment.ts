/**
 * A virtual deployment: a strategy that goes on session after session on an account of its own, with a record in which
 * every later change shows. `deployment/1` has the fields of these types and no other. What is hashed how:
 * deployment-chain.ts; what a step is: workers/deploy/.
 */
import "./jitless.ts";
import { z } from "zod";
import type { Json } from "./canonical-json.ts";
import { parseIsoDay } from "./day.ts";
import { readStrategy } from "./strategy.ts";

export const DEPLOYMENT_FORMAT = "deployment/1";

/** Why a position is sold: as a run does, or by a person's order. */
export const SALE_REASONS = [
  "no-data",
  "stop-loss",
  "trailing-stop",
  "take-profit",
  "max-holding",
  "rule",
  "weight",
  "rebalance",
  "payment",
  "stopped",
] as const;

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
const reason = z.enum(SALE_REASONS);

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

const fillSchema = z
  .strictObject({
    instrument: text,
    side: z.enum(["buy", "sell"]),
    reason: reason.nullable(),
    quantity: above0,
    price: amount,
    commission: amount,
  })
  .refine(({ side, reason: why }) => (side === "buy") === (why === null), {
    message: "must be null for a buy, and a reason for a sell",
    path: ["reason"],
  });

const sellSchema = z.strictObject({ instrument: text, reason, quantity: above0 });
const buySchema = z.strictObject({ instrument: text, slotValue: amount, quantity: amount.min(0) });

const positionSchema = z.strictObject({
  instrument: text,
  entryDate: day,
  entryPrice: amount,
  quantity: above0,
  peak: amount,
  close: amount,
  closeDate: day,
});

export const entrySchema = z.strictObject({
  session: day,
  recorded: time,
  replayed: z.boolean(),
  stop: time.nullable(),
  fills: listOf(fillSchema),
  decisions: z.strictObject({ sells: listOf(sellSchema), buys: listOf(buySchema) }),
  cash: amount,
  equity: amount,
  positions: listOf(positionSchema),
  data: hash,
  previous: hash,
  hash,
});

const realSchema = z.strictObject({
  session: day,
  instrument: text,
  side: z.enum(["buy", "sell"]),
  reason: reason.nullable(),
  quantity: above0,
  price: amount,
  commission: amount,
});

/** The record as it was written: the copy is part of what is hashed, so nothing of it is put in order or filled in. */
const strategySchema = z.custom<Json>().superRefine((value, context) => {
  const read = readStrategy(value);
  const [first] = read.ok ? [] : read.problem;
  if (first) context.addIssue({ code: "custom", message: first.text, path: [...first.path] });
});

const startFields = {
  format: z.literal(DEPLOYMENT_FORMAT),
  name: z.string(),
  strategy: strategySchema,
  begins: day,
  startMargin: above0,
};

const datasetSchema = z.strictObject({ id: text, name: z.string() }).nullable();

export const deploymentFileSchema = z.strictObject({
  ...startFields,
  id: text,
  dataset: datasetSchema,
  replayedTo: day,
  stop: time.nullable(),
  real: listOf(realSchema),
  ledger: listOf(entrySchema),
  seal: hash,
});

/** A first file, as a person writes it: what it lacks is added when it is first taken. */
export const firstFileSchema = z.strictObject({
  ...startFields,
  id: text.optional(),
  dataset: datasetSchema.optional(),
  replayedTo: day.optional(),
  stop: time.nullable().optional(),
  real: listOf(realSchema).optional(),
  ledger: z.array(z.never()).optional(),
});

export type SaleReason = (typeof SALE_REASONS)[number];
/** What was bought or sold on a session; `price` with slippage, `commission` in money, `reason` null for a buy. */
export type DeploymentFill = Readonly<z.infer<typeof fillSchema>>;
export type DecidedSell = Readonly<z.infer<typeof sellSchema>>;
/** `quantity` is an estimate, since the fill is not known. */
export type DecidedBuy = Readonly<z.infer<typeof buySchema>>;
/** An open position at a session's close; `close` is that of the instrument's last bar so far, on `closeDate`. */
export type DeploymentPosition = Readonly<z.infer<typeof positionSchema>>;
/** A fill as it was really paid; it is not in the account. */
export type RealFill = Readonly<z.infer<typeof realSchema>>;
export type DeploymentEntry = Readonly<z.infer<typeof entrySchema>>;
/** What a session comes to, before it is recorded. */
export type EntryContent = Omit<DeploymentEntry, "recorded" | "replayed" | "previous" | "hash">;
/** The file, with its seal. */
export type DeploymentFile = Readonly<z.infer<typeof deploymentFileSchema>>;
/** As it is kept and gone on with: a seal is of a file, made when one is written. */
export type Deployment = Omit<DeploymentFile, "seal">;
/** What the first entry's `previous` is the hash of. */
export type DeploymentOrigin = Pick<
  Deployment,
  "format" | "id" | "strategy" | "begins" | "replayedTo" | "startMargin"
>;
export type FirstFile = Readonly<z.infer<typeof firstFileSchema>>;

/** A clock's word as it is recorded, in whole seconds. @param milliseconds - since 1970-01-01T00:00Z */
export function timeOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** True where the person's stop is carried out: no further session gets an entry. */
export function isOver({ ledger }: Pick<Deployment, "ledger">): boolean {
  const last = ledger.at(-1);
  return last !== undefined && last.stop !== null && last.positions.length === 0;
}
