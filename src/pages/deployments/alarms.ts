/** What the person wanted to be told of an account, and whether it is so. */
import { countOf, formatPercent, formatPercentSetting } from "#src/format/number.ts";
import type { DeploymentAlarms, StoredDeployment } from "#src/storage/deployment-record.ts";
import { loadReport } from "#src/storage/runs.ts";
import type { DeploymentEntry } from "#workers/model/deployment.ts";
import { accountFigures } from "./figures.ts";
import type { AccountFigures } from "./figures.ts";

/** Fewer expected trades say nothing. */
const FEWEST_EXPECTED = 5;

/** An alarm that rings. */
export interface Ringing {
  readonly name: keyof DeploymentAlarms;
  readonly text: string;
}

/** Sessions of the account, and fills in them. */
export interface Trading {
  readonly sessions: number;
  readonly fills: number;
}

export function tradingOf(ledger: readonly Pick<DeploymentEntry, "fills">[]): Trading {
  return { sessions: ledger.length, fills: ledger.reduce((sum, { fills }) => sum + fills.length, 0) };
}

/** @param fillsASession - of the backtest; null where it is not known */
export function ringing(
  { drawdown, daysUnderWater, tradesFactor }: DeploymentAlarms,
  figures: AccountFigures,
  { sessions, fills }: Trading,
  fillsASession: number | null,
): Ringing[] {
  const found: Ringing[] = [];
  if (drawdown !== undefined && -figures.drawdown >= drawdown)
    found.push({
      name: "drawdown",
      text: `The account is ${formatPercent(-figures.drawdown, 1)} below its highest close; you asked to be told from ${formatPercentSetting(drawdown)} on.`,
    });
  if (daysUnderWater !== undefined && figures.sessionsUnderWater >= daysUnderWater)
    found.push({
      name: "daysUnderWater",
      text: `The account has been below its highest close for ${countOf(figures.sessionsUnderWater, "session")}; you asked to be told from ${daysUnderWater} on.`,
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

/** Fills a session of the run's backtest, two a position; null where its result is not on this device. */
export async function fillsExpected(runId: string | undefined): Promise<number | null> {
  if (runId === undefined) return null;
  const report = await loadReport(runId);
  if (!report.ok || report.value.equity.day.length === 0) return null;
  return (2 * report.value.positions.length) / report.value.equity.day.length;
}

/** Sentences of alarms that ring since the last `added` entries, and did not before them. */
export async function newlyRinging(
  { record: { alarms, runId, head }, deployment: { ledger } }: StoredDeployment,
  added: number,
): Promise<string[]> {
  if (!alarms || added === 0) return [];
  const expected = await fillsExpected(alarms.tradesFactor === undefined ? undefined : runId);
  const ringOn = (entries: readonly DeploymentEntry[]) => {
    const equity = entries.map((entry) => entry.equity);
    return ringing(alarms, accountFigures(head.startMargin, equity), tradingOf(entries), expected);
  };
  const before = new Set(ringOn(ledger.slice(0, -added)).map(({ name }) => name));
  return ringOn(ledger).flatMap(({ name, text }) => (before.has(name) ? [] : [text]));
}
