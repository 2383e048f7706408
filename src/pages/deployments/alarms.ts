/** What the person wanted to be told of an account, and whether it is so. */
import { wordsAtEnds } from "#src/format/bar-words.ts";
import { countOf, formatPercent, formatPercentSetting } from "#src/format/number.ts";
import { closeOf } from "#src/storage/deployment-record.ts";
import type { DeploymentAlarms, StoredDeployment } from "#src/storage/deployment-record.ts";
import { loadReport } from "#src/storage/runs.ts";
import type { BarLength } from "#workers/model/bar-length.ts";
import type { DeploymentEntry } from "#workers/model/deployment.ts";
import { barsOf } from "#workers/model/deployment-format.ts";
import type { ExitReason, Frequency } from "#workers/model/report.ts";
import { accountFigures } from "./figures.ts";
import type { AccountFigures } from "./figures.ts";

/** Fewer expected trades say nothing. */
const FEWEST_EXPECTED = 5;

/** An alarm that rings. */
export interface Ringing {
  readonly name: keyof DeploymentAlarms;
  readonly text: string;
}

/** Sessions of the account, what one of them is, and fills in them. */
export interface Trading {
  readonly frequency: Frequency;
  readonly sessions: number;
  readonly fills: number;
}

export function tradingOf(
  head: Partial<BarLength>,
  ledger: readonly Pick<DeploymentEntry, "fills">[],
): Trading {
  const fills = ledger.reduce((sum, entry) => sum + entry.fills.length, 0);
  return { frequency: barsOf(head).frequency, sessions: ledger.length, fills };
}

/** @param fillsASession - of the backtest; null where it is not known */
export function ringing(
  { drawdown, daysUnderWater, tradesFactor }: DeploymentAlarms,
  figures: AccountFigures,
  { frequency, sessions, fills }: Trading,
  fillsASession: number | null,
): Ringing[] {
  const found: Ringing[] = [];
  const aside = figures.isMoved ? ", money that came and went aside" : "";
  if (drawdown !== undefined && -figures.drawdown >= drawdown)
    found.push({
      name: "drawdown",
      text: `The account is ${formatPercent(-figures.drawdown, 1)} below its ${wordsAtEnds("highest close", frequency)}${aside}; you asked to be told from ${formatPercentSetting(drawdown)} on.`,
    });
  if (daysUnderWater !== undefined && figures.sessionsUnderWater >= daysUnderWater)
    found.push({
      name: "daysUnderWater",
      text: `The account has been below its highest close for ${countOf(figures.sessionsUnderWater, "session")}${aside}; you asked to be told from ${daysUnderWater} on.`,
    });
  if (tradesFactor !== undefined && fillsASession !== null) {
    const expected = fillsASession * sessions;
    const isOther = fills > expected * tradesFactor || fills < expected / tradesFactor;
    if (expected >= FEWEST_EXPECTED && isOther)
      found.push({
        name: "tradesFactor",
        text: `So far it had ${countOf(fills, "fill")}, where its backtest suggests about ${Math.round(expected)}; you asked to be told from ${tradesFactor} times as many or as few on.`,
      });
  }
  return found;
}

/**
 * Fills a session of the run's backtest, where its result is on this device: two a position, and where weights set positions back
 * the orders of that and the exits that they did not order. null otherwise.
 */
export async function fillsExpected(runId: string | undefined): Promise<number | null> {
  if (runId === undefined) return null;
  const report = await loadReport(runId);
  if (!report.ok || report.value.equity.day.length === 0) return null;
  const { positions, rebalances, equity } = report.value;
  const ordered = rebalances?.reduce((sum, { sells, buys }) => sum + sells + buys, 0);
  const fills =
    ordered === undefined
      ? 2 * positions.length
      : ordered + positions.filter(({ exitReason }) => !ORDERED.has(exitReason)).length;
  return fills / equity.day.length;
}

/** What an exit that is counted among the orders of weights, or is none, is called. */
const ORDERED: ReadonlySet<ExitReason> = new Set(["weight", "rebalance", "open"]);

/** Sentences of alarms that ring since the last `added` entries, and did not before them. */
export async function newlyRinging(
  { record: { alarms, runId, head }, deployment: { ledger } }: StoredDeployment,
  added: number,
): Promise<string[]> {
  if (!alarms || added === 0) return [];
  const expected = await fillsExpected(alarms.tradesFactor === undefined ? undefined : runId);
  const ringOn = (entries: readonly DeploymentEntry[]) => {
    const figures = accountFigures(head.startMargin, entries.map(closeOf));
    return ringing(alarms, figures, tradingOf(head, entries), expected);
  };
  const before = new Set(ringOn(ledger.slice(0, -added)).map(({ name }) => name));
  return ringOn(ledger).flatMap(({ name, text }) => (before.has(name) ? [] : [text]));
}
