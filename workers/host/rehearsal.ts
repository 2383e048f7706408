/**
 * Runs a strategy before anybody asks for it, in the pauses of a worker that has its market anyway. What the page asks
 * meanwhile comes first. The report waits for the run; where that comes earlier, or with another strategy, what the
 * prices say (engine/facts.ts) is there at least.
 */
import { backtestInPieces } from "#workers/run/backtest.ts";
import type { Market } from "../model/market.ts";
import type { Result } from "../model/problem.ts";
import type { Report } from "../model/report.ts";
import type { Strategy } from "../model/strategy.ts";

/** Work between two looks at what the page has asked. */
const TURN_MS = 8;

export interface Rehearsal {
  /** Ends what is under way, and runs the strategy unless its report is there. False where it was ended itself. */
  run(strategy: Strategy, market: Market): Promise<boolean>;
  /** Ends what is under way, at its next turn. */
  end(): void;
  /** The report of this very run, to look at; null where it is not there. */
  look(strategy: Strategy, market: Market): Result<Report> | null;
  /** The report of this very run, once: whoever takes it may move its arrays. */
  take(strategy: Strategy, market: Market): Result<Report> | null;
}

export interface RehearsalTools {
  /** Milliseconds, never going back. */
  readonly now: () => number;
  /** Lets messages that have come be answered. */
  readonly turn: () => Promise<void>;
}

export function createRehearsal({ now, turn }: RehearsalTools): Rehearsal {
  let begun = 0;
  const reports = new WeakMap<Market, { readonly key: string; readonly report: Result<Report> }>();

  function look(strategy: Strategy, market: Market): Result<Report> | null {
    const known = reports.get(market);
    return known?.key === JSON.stringify(strategy) ? known.report : null;
  }

  return {
    async run(strategy, market) {
      const own = ++begun;
      const key = JSON.stringify(strategy);
      if (reports.get(market)?.key === key) return true;
      reports.delete(market);
      const pieces = backtestInPieces(strategy, market);
      let lookUp = now() + TURN_MS;
      for (;;) {
        const piece = pieces.next();
        if (piece.done === true) {
          reports.set(market, { key, report: piece.value });
          return true;
        }
        if (now() < lookUp) continue;
        // oxlint-disable-next-line no-await-in-loop -- what the page has asked meanwhile is answered here
        await turn();
        if (own !== begun) return false;
        lookUp = now() + TURN_MS;
      }
    },
    end() {
      begun++;
    },
    look,
    take(strategy, market) {
      const report = look(strategy, market);
      reports.delete(market);
      return report;
    },
  };
}
