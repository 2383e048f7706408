/** Gaps of all instruments of a plan, against the days that the instruments of their exchange have between them. */
import { createCalendars } from "#workers/market/find-gaps.ts";
import type { InstrumentFacts } from "#workers/market/instruments-file.ts";
import { packDays } from "#workers/market/packed-days.ts";
import type { PackedDays } from "#workers/market/packed-days.ts";
import type { GapSummary } from "#workers/model/import-plan.ts";
import type { Instrument } from "#workers/model/market.ts";
import { guessExchange } from "../judge/guess-defaults.ts";
import type { PlanFile } from "../what/file-check.ts";

const MOST_TOLD = 10;

export interface GapSurvey {
  /**
   * Takes an instrument of the plan's market, by all its days.
   *
   * @param again - gives the days once more, for one whose days needn't be kept; null for one whose have to be
   */
  add(instrument: Instrument, days: Int32Array, again: (() => Int32Array) | null): void;
  finish(): GapSummary;
}

/** @param facts - where an exchange is known; else it is what a file's content and name say, or one for all others */
export function createGapSurvey(
  files: readonly PlanFile[],
  facts: ReadonlyMap<string, InstrumentFacts>,
): GapSurvey {
  const exchanges = new Map<string, string>();
  for (const { check, rows } of files) {
    const guess = rows ? guessExchange(check) : "";
    for (const symbol of rows ? check.symbols : [])
      if (!exchanges.has(symbol)) exchanges.set(symbol, facts.get(symbol)?.exchange || guess);
  }
  const series: { readonly symbol: string; readonly exchange: string; readonly days: () => PackedDays }[] =
    [];
  const calendars = createCalendars();
  return {
    add({ symbol, exchange: known }, all, again) {
      const exchange = known || (exchanges.get(symbol) ?? "");
      const days = packDays(all);
      series.push({ symbol, exchange, days: again ? () => packDays(again()) : () => days });
      calendars.add(exchange, days);
    },
    finish() {
      const told: { symbol: string; from: string; to: string; sessions: number }[] = [];
      let instruments = 0;
      let sessions = 0;
      for (const { symbol, exchange, days } of series) {
        const { missingSessions, gaps } = calendars.gapsOf(exchange, days());
        if (missingSessions === 0) continue;
        instruments++;
        sessions += missingSessions;
        for (const gap of gaps) told.push({ symbol, ...gap });
        if (told.length > 100 * MOST_TOLD) keepLongest(told);
      }
      keepLongest(told);
      return { instruments, sessions, longest: told };
    },
  };
}

function keepLongest(gaps: { readonly sessions: number }[]): void {
  gaps.sort((a, b) => b.sessions - a.sessions);
  gaps.length = Math.min(gaps.length, MOST_TOLD);
}
