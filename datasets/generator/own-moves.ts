/** What moves one share alone: its form (a drift that turns slowly), news, shocks that cluster, and how the listing ends. */
import type { Company } from "./companies.ts";
import { cluster, SESSIONS_A_YEAR, type Clustering, type Factors } from "./factors.ts";
import type { Random } from "#workers/model/random.ts";
import { between, fatTailed, normal, wholeBetween } from "./random.ts";

/** A session's move of one share. */
export interface Move {
  /** Log return from the last session's close to this one's, market and sector included. */
  readonly logReturn: number;
  /** Usual size of the move on such a day, as a log return. */
  readonly deviation: number;
}

const CLUSTERING: Clustering = { persistence: 0.9, reaction: 0.07 };

/** Sessions on which news hits: how often, and how wide the jump is as a log return. */
const NEWS_A_SESSION = 0.008;
const NEWS_DEVIATION = 0.055;

/** Yearly drift of a company in good or poor form (one deviation), and what the form keeps from session to session. */
const FORM_DRIFT = 0.2;
const FORM_MEMORY = 0.9955;

/** A company keeps a lead on the market (or a lag) up to this, as a log; of what is beyond, this part is lost in a year. */
const LEAD_KEPT = 0.7;
const LEAD_LOST_A_YEAR = 0.5;

/** Part of a share's own volatility that rises and falls with the market's. */
const SHARED_HEAT = 0.45;

/** A decline takes one to two years, at this yearly log drift; a takeover is announced this long before the end. */
const DECLINE_SESSIONS: readonly [number, number] = [250, 500];
const DECLINE_DRIFT = -1.1;
const TAKEOVER_SESSIONS: readonly [number, number] = [30, 90];
const TAKEOVER_PREMIUM: readonly [number, number] = [0.12, 0.35];
const AFTER_TAKEOVER_DEVIATION = 0.0015;

/** Opens a company's moves; call the function once for each session from its first, in order. */
export function openMoves(company: Company, factors: Factors, random: Random): (session: number) => Move {
  const usual = company.ownVolatility / Math.sqrt(SESSIONS_A_YEAR);
  const renewal = Math.sqrt(1 - FORM_MEMORY * FORM_MEMORY);
  const clustering = cluster(CLUSTERING);
  const end = openEnding(company, random);
  const sector = factors.sectors[company.sector];
  let form = normal(random);
  let lead = 0;
  return (session) => {
    const last = end(session);
    if (last.type === "bound") return { logReturn: last.logReturn, deviation: AFTER_TAKEOVER_DEVIATION };
    form = FORM_MEMORY * form + renewal * normal(random);
    const shock = fatTailed(random);
    const news = random() < NEWS_A_SESSION ? NEWS_DEVIATION * normal(random) : 0;
    const heat = 1 - SHARED_HEAT + SHARED_HEAT * (factors.heat[session] ?? 1);
    const deviation = usual * heat * clustering(shock);
    const tooFar = lead - Math.max(-LEAD_KEPT, Math.min(LEAD_KEPT, lead));
    const drift = (form * FORM_DRIFT - tooFar * LEAD_LOST_A_YEAR) / SESSIONS_A_YEAR;
    const own = deviation * shock + news + drift;
    const market = factors.market[session] ?? 0;
    const shared = company.beta * market + company.sectorWeight * (sector?.[session] ?? 0);
    lead += own + shared - market;
    return { logReturn: shared + own + last.logReturn, deviation };
  };
}

/** What the end of a listing adds to a session's move; "bound" when the takeover's price is all that counts. */
interface EndMove {
  readonly type: "free" | "bound";
  readonly logReturn: number;
}

const NO_END: EndMove = { type: "free", logReturn: 0 };

function openEnding({ ending, lastSession }: Company, random: Random): (session: number) => EndMove {
  switch (ending) {
    case "listed":
      return () => NO_END;
    case "decline": {
      const start = lastSession - wholeBetween(random, ...DECLINE_SESSIONS);
      const falling: EndMove = { type: "free", logReturn: DECLINE_DRIFT / SESSIONS_A_YEAR };
      return (session) => (session < start ? NO_END : falling);
    }
    case "takeover": {
      const announcement = lastSession - wholeBetween(random, ...TAKEOVER_SESSIONS);
      const premium = between(random, ...TAKEOVER_PREMIUM);
      return (session) => {
        if (session < announcement) return NO_END;
        const rest = AFTER_TAKEOVER_DEVIATION * normal(random);
        return { type: "bound", logReturn: session === announcement ? premium : rest };
      };
    }
  }
}
