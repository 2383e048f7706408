/** Whether a ledger follows from the data of today: a plain run over its sessions, held against it entry by entry. */
import { formatIsoDay } from "#workers/model/day.ts";
import type { Deployment, DeploymentEntry, EntryContent } from "#workers/model/deployment.ts";
import type { RebasedPosition, ReplayDifference, ReplayReport } from "#workers/model/deployment-report.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { NO_BAR, rowOn } from "#workers/sessions/calendar.ts";
import { compareEntries } from "./compare-entries.ts";
import { findLoss } from "./forbidden.ts";
import { dayOf, groundOf, sessionFrom } from "./ground.ts";
import type { DeployGround, DeployMarket } from "./ground.ts";
import { stepThrough } from "./step-through.ts";

/** Refused where a run on the data would be. */
export function verifyAgainst(deployment: Deployment, market: DeployMarket): Result<ReplayReport> {
  const ground = groundOf(deployment, market);
  if (!ground.ok) return ground;
  const contents = replay(deployment, ground.value);
  if (!contents.ok) return contents;
  const { differences, isSame } = compareAll(deployment, contents.value);
  const { calendar } = ground.value;
  const last = deployment.ledger.at(-1)?.session ?? deployment.begins;
  const next = sessionFrom(calendar, dayOf(last) + 1);
  return ok({
    entries: deployment.ledger.length,
    verdict: differences.length > 0 ? "different" : isSame ? "same" : "near",
    differences,
    cause: causeOf(differences),
    rebased: rebasedPositions(deployment, ground.value),
    next: next < calendar.sessionDay.length ? formatIsoDay(calendar.sessionDay[next]) : null,
    loss: findLoss(deployment, ground.value)?.message ?? null,
  });
}

/** From cash alone, over the dataset's sessions from the account's beginning to its last entry, with its stop on the session of then. */
function replay(deployment: Deployment, ground: DeployGround): Result<EntryContent[]> {
  const { ledger, begins } = deployment;
  const last = ledger.at(-1);
  if (last === undefined) return ok([]);
  const begin = sessionFrom(ground.calendar, dayOf(begins) + 1);
  const end = sessionFrom(ground.calendar, dayOf(last.session) + 1) - 1;
  const stopped = ledger.find(({ stop }) => stop !== null);
  const stopAt = stopped ? sessionFrom(ground.calendar, dayOf(stopped.session)) : end + 1;
  const fresh = { ...deployment, ledger: [], stop: null };
  const before = stepThrough(ground, fresh, [], { from: begin, to: Math.min(end, stopAt - 1) });
  if (!before.ok || stopped === undefined) return before;
  const own = { ...fresh, stop: stopped.stop };
  const after = stepThrough(ground, own, before.value, { from: stopAt, to: end });
  return after.ok ? ok([...before.value, ...after.value]) : after;
}

function compareAll(
  { ledger, startMargin }: Deployment,
  contents: readonly EntryContent[],
): { differences: ReplayDifference[]; isSame: boolean } {
  const today = new Map(contents.map((content) => [content.session, content]));
  const differences: ReplayDifference[] = [];
  let isSame = true;
  for (const entry of ledger) {
    const content = today.get(entry.session);
    today.delete(entry.session);
    const difference = content ? differenceOf(entry, content, startMargin) : lostSession(entry);
    if (difference === "near") isSame = false;
    else if (difference !== null) differences.push(difference);
  }
  for (const session of today.keys()) differences.push(addedSession(session));
  return { differences: differences.toSorted((a, b) => (a.session < b.session ? -1 : 1)), isSame };
}

function differenceOf(
  entry: DeploymentEntry,
  content: EntryContent,
  startMargin: number,
): ReplayDifference | "near" | null {
  const { session } = entry;
  const { verdict, place, instrument } = compareEntries(entry, content, startMargin);
  const where = instrument === null ? "" : ` of ${instrument}`;
  if (entry.data !== content.data) {
    const account = verdict === "different" ? `; the entry's ${place}${where} is another now` : "";
    const message = `${session}: the session's prices are not those that were recorded${account}`;
    return { session, kind: "bars", instrument, message };
  }
  if (verdict !== "different") return verdict === "near" ? "near" : null;
  const message = `${session}: the session's prices are those that were recorded, but the entry's ${place}${where} is another now`;
  return { session, kind: "account", instrument, message };
}

function lostSession({ session }: DeploymentEntry): ReplayDifference {
  const message = `${session}: the dataset has no such session any more`;
  return { session, kind: "session-lost", instrument: null, message };
}

function addedSession(session: string): ReplayDifference {
  const message = `${session}: the dataset has a session that has no entry`;
  return { session, kind: "session-added", instrument: null, message };
}

function causeOf([first]: readonly ReplayDifference[]): ReplayReport["cause"] {
  if (first === undefined) return null;
  return first.kind === "account" ? "beyond-bars" : "bars";
}

/** Of the open positions: prices of the ledger are never put on another basis. */
function rebasedPositions({ ledger }: Deployment, ground: DeployGround): RebasedPosition[] {
  const { strategy, market, calendar, universe } = ground;
  const facts = market.facts.ofUniverse(strategy.scanner).onBasis(strategy.simulation.priceBasis);
  if (facts === null) return [];
  const { instruments } = market.facts.market;
  return (ledger.at(-1)?.positions ?? []).flatMap(({ instrument, entryDate }) => {
    const entry = ledger.find(({ session }) => session === entryDate);
    const recorded = entry?.positions.find((position) => position.instrument === instrument)?.close;
    const member = universe.findIndex((each) => instruments[each].symbol === instrument);
    const session = sessionFrom(calendar, dayOf(entryDate));
    const isThere = member >= 0 && calendar.sessionDay[session] === dayOf(entryDate);
    const row = isThere ? rowOn(calendar, member, session) : NO_BAR;
    if (recorded === undefined || row === NO_BAR) return [];
    const today = facts.prices.close[row];
    const isOther = Math.abs(today - recorded) > 1e-9 * Math.abs(recorded);
    return isOther ? [{ instrument, entryDate, recorded, today }] : [];
  });
}
