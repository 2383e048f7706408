/** A number as it stands on an instrument of the person's choice: which one, what came of it, what is wrong. */
import { useContext, useMemo, useState } from "react";
import { useWatch } from "react-hook-form";
import type { SourceFault } from "#src/code/code-field.tsx";
import type { TrialOrder } from "#src/run/try-field.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import type { ComputedField } from "#workers/model/computed-field.ts";
import type { FieldTrial, TrialFault } from "#workers/model/field-trial.ts";
import type { UniverseNames } from "#workers/model/instruments.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { BuilderForm } from "../form-fields.tsx";
import { Universe } from "../use-universe-names.ts";
import { useTrial } from "./use-trial.ts";
import type { Trial } from "./use-trial.ts";

export interface Tried {
  readonly trial: Trial;
  /** What stands in the field for it; "" before the prices are read. */
  readonly symbol: string;
  readonly choose: (symbol: string) => void;
  /** null before the prices are read. */
  readonly universe: UniverseNames | null;
  /** It is one of the data's. */
  readonly isKnown: boolean;
  /** What is wrong with the source; null for nothing that is known. */
  readonly fault: SourceFault | null;
}

export function useTried(
  { name, language, source }: ComputedField,
  isAllowed: boolean,
  form: BuilderForm,
  dataset: Dataset | null,
): Tried {
  const universe = useContext(Universe);
  const [chosen, choose] = useState<string | null>(null);
  const symbol = chosen ?? universe?.instruments[0]?.symbol ?? "";
  const isKnown = universe?.symbols.includes(symbol) === true;
  const strategy = useStrategyToTry(form);
  const order = useMemo((): Omit<TrialOrder, "isChecked"> | null => {
    if (dataset === null) return null;
    const field = { name, language, source };
    return { strategy, datasetId: dataset.id, field, instrument: isKnown && isAllowed ? symbol : null };
  }, [name, language, source, strategy, dataset, isKnown, isAllowed, symbol]);
  const trial = useTrial(order);
  const fault = trial.answer?.ok ? faultOf(trial.answer.value) : null;
  return { trial, symbol, choose, universe, isKnown, fault };
}

/** On the prices of the form: no rule of it is looked at, so that one that is half-typed is in nobody's way. */
function useStrategyToTry(form: BuilderForm): Strategy {
  const { control } = form;
  const [exchange, instrumentType, simulation] = useWatch({
    control,
    name: ["scanner.exchange", "scanner.instrumentType", "simulation"],
  });
  const { startDate, endDate, priceBasis, benchmark } = simulation;
  return useMemo(() => {
    const plain = defaultStrategy;
    return {
      ...plain,
      scanner: { ...plain.scanner, exchange, instrumentType },
      simulation: {
        ...plain.simulation,
        ...(startDate !== "" && endDate > startDate && { startDate, endDate }),
        priceBasis: priceBasis === "adjusted" ? "adjusted" : "as-traded",
        benchmark: benchmark.trim() === "" ? null : benchmark.trim(),
      },
    };
  }, [exchange, instrumentType, startDate, endDate, priceBasis, benchmark]);
}

/** What kind of fault it is, before the words about it; a fault with a line stands at that line. */
const OPENINGS: ReadonlyMap<TrialFault["code"], string> = new Map([
  ["code-too-slow", "The code is too slow"],
  ["code-too-big", "The code takes too much memory"],
  ["code-looks-ahead", "The code looks ahead"],
  ["code-not-repeatable", "The code gives different numbers when it is run again"],
  ["code-unavailable", "The code can't run here"],
  ["code-not-allowed", "The code did not run"],
]);

function faultOf({ fault }: FieldTrial): SourceFault | null {
  if (fault === null) return null;
  const { code, text, line, column } = fault;
  const opening = line === undefined ? `${OPENINGS.get(code) ?? "The code failed"}: ` : "";
  const message = `${opening}${text}${/[.!?]$/.test(text) ? "" : "."}`;
  return {
    message,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
}
