/** What a run did otherwise than the one before it, and what came of that. */
import { nameAtEnds } from "#src/format/bar-words.ts";
import { formatMoney, formatMoneyChange } from "#src/format/money.ts";
import { formatPercent, formatPoints } from "#src/format/number.ts";
import { differingSettings, strategySettings } from "#src/format/strategy-settings.ts";
import type { Headline } from "#src/storage/headline.ts";
import type { RunRecord } from "#src/storage/records.ts";
import type { Strategy } from "#workers/model/strategy.ts";

/** One thing that was set or given otherwise, in words. */
export interface Change {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** A figure as it was and as it is. */
export interface FigureChange {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** Above 0 where it became better; null where either is undefined. */
  readonly gain: number | null;
  /** The same in words, with its sign; "" where it can't be told. */
  readonly difference: string;
}

/** Settings first, in the order of the form, then data and engine; [] where all of it was the same. */
export function changesBetween(before: RunRecord, after: RunRecord): readonly Change[] {
  const changes = settingChanges(before.strategy, after.strategy, after.headline?.currency ?? "");
  return [...changes, ...dataChange(before, after), ...engineChange(before, after)];
}

/** Changed settings in the order of the form; [] where all are the same. */
export function settingChanges(before: Strategy, after: Strategy, currency: string): readonly Change[] {
  const settings = [before, after].map((strategy) => strategySettings(strategy, currency));
  return differingSettings(settings).map(({ name, settings: [was, is] }) => ({
    name,
    before: was?.value ?? "",
    after: is?.value ?? "",
  }));
}

function dataChange(before: RunRecord, after: RunRecord): readonly Change[] {
  if (before.datasetFingerprint === after.datasetFingerprint) return [];
  const isSameName = before.datasetTitle === after.datasetTitle;
  const words = ({ datasetTitle, datasetFingerprint }: RunRecord) =>
    isSameName ? `${datasetTitle} (fingerprint ${datasetFingerprint.slice(0, 8)})` : datasetTitle;
  return [{ name: "Data", before: words(before), after: words(after) }];
}

function engineChange(before: RunRecord, after: RunRecord): readonly Change[] {
  if (before.engineVersion === after.engineVersion) return [];
  return [{ name: "Version of the engine", before: before.engineVersion, after: after.engineVersion }];
}

/** CAGR, deepest fall and, in one currency, the end value; [] where either run has no figures. */
export function figureChanges(before: RunRecord, after: RunRecord): readonly FigureChange[] {
  const [was, is] = [before.headline, after.headline];
  if (!was || !is) return [];
  const money = (value: number) => formatMoney(value, is.currency, 0);
  const endValue: FigureChange = {
    name: "End value",
    before: money(was.endValue),
    after: money(is.endValue),
    gain: is.endValue - was.endValue,
    difference: formatMoneyChange(is.endValue - was.endValue, is.currency, 0),
  };
  return [...percentChanges(was, is), ...(was.currency === is.currency ? [endValue] : [])];
}

type PercentFigures = Pick<Headline, "cagr" | "maxDrawdown" | "frequency">;

/** CAGR and deepest fall. */
export function percentChanges(was: PercentFigures, is: PercentFigures): readonly FigureChange[] {
  return [
    inPercent("CAGR", was.cagr, is.cagr),
    inPercent(nameAtEnds("Deepest fall", is.frequency), was.maxDrawdown, is.maxDrawdown), // it is 0 or below
  ];
}

function inPercent(name: string, from: number | null, to: number | null): FigureChange {
  const gain = from === null || to === null ? null : to - from;
  return {
    name,
    before: formatPercent(from, 1),
    after: formatPercent(to, 1),
    gain,
    difference: gain === null ? "" : formatPoints(gain),
  };
}
