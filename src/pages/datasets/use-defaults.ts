/** Where the chosen files' instruments are traded and in which money, as guessed or chosen, and what is still asked of it. */
import { useMemo, useState } from "react";
import type { DryRun, ImportPlan } from "#workers/model/import-plan.ts";
import type { InstrumentDefaults } from "#workers/model/reading.ts";
import { defaultsSets, questionOf } from "./instrument-defaults.ts";
import type { DefaultsSet } from "./instrument-defaults.ts";

export interface Asked {
  readonly about: "exchange" | "currency";
  readonly of: DefaultsSet;
}

export interface ChosenDefaults {
  readonly hasPrices: boolean;
  readonly sets: readonly DefaultsSet[];
  /** What is chosen, by the set's key. */
  readonly chosen: ReadonlyMap<string, Partial<InstrumentDefaults>>;
  /** One a set at most; none of an import without prices. */
  readonly open: readonly Asked[];
  readonly choose: (key: string, change: Partial<InstrumentDefaults>) => void;
  /** From then on each file of the set is answered for by itself. */
  readonly split: (key: string) => void;
}

export function useDefaults(plan: ImportPlan, dryRun: DryRun): ChosenDefaults {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Partial<InstrumentDefaults>>>(new Map());
  const [apart, setApart] = useState<ReadonlySet<string>>(new Set());
  return useMemo(() => {
    const hasPrices = dryRun.files.some(({ kind, verdict }) => kind === "prices" && verdict !== "refuse");
    const sets = defaultsSets(plan, dryRun, apart);
    const asked = sets.flatMap((of): Asked[] => {
      const about = questionOf({ ...of.value, ...chosen.get(of.key) });
      return about === null ? [] : [{ about, of }];
    });
    return {
      hasPrices,
      sets,
      chosen,
      open: hasPrices ? asked : [],
      choose: (key, change) => setChosen(new Map(chosen).set(key, { ...chosen.get(key), ...change })),
      split: (key) => setApart(new Set([...apart, key])),
    };
  }, [plan, dryRun, chosen, apart]);
}
