/** What a dataset may not have lost while an account goes on with it. */
import { formatIsoDay } from "#workers/model/day.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import type { Problem } from "#workers/model/problem.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import type { DeployGround } from "./ground.ts";
import { dayOf, sessionFrom } from "./ground.ts";

const MOST_NAMED = 5;

/** Why the deployment waits: sessions or instruments of its ledger are not in the dataset any more. null where all are. */
export function findLoss(deployment: Deployment, ground: DeployGround): Problem | null {
  const { ledger } = deployment;
  const sessions = ledger.map(({ session }) => session).filter((iso) => !hasSession(ground.calendar, iso));
  if (sessions.length > 0) return lost("sessions", sessions);
  const { universe, market, calendar } = ground;
  const { instruments } = market.facts.market;
  const traded = new Set<string>();
  for (let member = 0; member < universe.length; member++)
    if (calendar.fromRow[member] < calendar.toRow[member]) traded.add(instruments[universe[member]].symbol);
  const missing = [...symbolsOf(deployment)].filter((symbol) => !traded.has(symbol)).toSorted();
  return missing.length > 0 ? lost("instruments", missing) : null;
}

function hasSession(calendar: Calendar, iso: string): boolean {
  const day = dayOf(iso);
  return calendar.sessionDay[sessionFrom(calendar, day)] === day;
}

function symbolsOf({ ledger }: Deployment): Set<string> {
  const symbols = new Set<string>();
  for (const { fills, decisions } of ledger) {
    for (const { instrument } of fills) symbols.add(instrument);
    for (const { instrument } of decisions.buys) symbols.add(instrument);
  }
  return symbols;
}

function lost(what: "sessions" | "instruments", names: readonly string[]): Problem {
  const listed = names.slice(0, MOST_NAMED).join(", ");
  const others = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : "";
  const where =
    what === "sessions" ? "has lost" : "has no bar any more, among what the strategy may trade, of";
  return {
    code: "deployment-data",
    message: `the dataset ${where} ${what} of the ledger: ${listed}${others}. Nothing was recorded; bring them back, and the deployment goes on.`,
    place: "dataset",
    details: names,
  };
}

/** Sessions of the dataset behind the first entry, and up to the last, that have no entry. */
export function addedSessions({ ledger, begins }: Deployment, { calendar }: DeployGround): string[] {
  const last = ledger.at(-1);
  if (last === undefined) return [];
  const known = new Set(ledger.map(({ session }) => session));
  const from = sessionFrom(calendar, dayOf(begins) + 1);
  const to = sessionFrom(calendar, dayOf(last.session) + 1);
  return Array.from(calendar.sessionDay.subarray(from, to), formatIsoDay).filter((iso) => !known.has(iso));
}
