/** What the buttons and rows of a portfolio do with its list. */
import { joinWords } from "#src/format/join-words.ts";
import { countOf } from "#src/format/number.ts";
import type { useStatus } from "#src/ui/status-messages.tsx";
import { MOST_WEIGHTS } from "#workers/model/weights.ts";
import type { BuilderForm } from "../form-fields.tsx";
import type { ListedDesk } from "./listed.ts";
import { fitUniverse, oweRows, settleRows } from "./owed-rows.ts";
import { isSheet, readPastedWeights } from "./pasted-weights.ts";
import type { TypedWeight } from "./portfolio-values.ts";
import type { RowActions } from "./weight-row.tsx";
import { equalPercents, scaledToFull } from "./weight-sums.ts";

const CALM = "1 / volatility(60)";

type ShowStatus = ReturnType<typeof useStatus>;

interface DeskTools {
  readonly showStatus: ShowStatus;
  /** null while it is not known what the data has. */
  readonly listed: ListedDesk | null;
  /** Sets the focus into a row, counted from 0, once it is drawn: into its first field, or on what it is moved by. */
  readonly focusRow: (at: number, part?: "handle") => void;
}

export interface WeightsDesk {
  readonly rows: RowActions;
  readonly setRest: (typed: string) => void;
  readonly add: () => void;
  readonly equal: (arePercents: boolean) => void;
  readonly calm: () => void;
  readonly fill: () => void;
  /** Takes the rows of some symbols out. */
  readonly leaveOut: (symbols: readonly string[]) => void;
  /** @returns what is wrong with the text; null where it was taken */
  readonly paste: (text: string) => string | null;
}

/** Reads the form's list anew with each thing that is done: it serves for as long as the form is shown. */
export function createWeightsDesk(form: BuilderForm, tools: DeskTools): WeightsDesk {
  const list = listOf(form, tools.showStatus);
  const { now, put, set, change } = list;
  const takeSheet = (text: string, from: number | null) => {
    const { listed: known } = tools;
    const read = readPastedWeights(text, known?.symbols ?? new Set());
    if (!read.ok) return read.problem;
    const { weights, notes } = read.value;
    const kept = now().filter((row, at) => at !== from && !isBlank(row) && !isIn(row, weights));
    const count = kept.length + weights.length;
    if (count > MOST_WEIGHTS)
      return `With those that are here they would be ${count} rows, and a portfolio may list ${MOST_WEIGHTS}.`;
    change([`${countOf(weights.length, "row")} taken.`, ...notes].join(" "), () => {
      put([...kept, ...weights]);
      set("simulation.weightsAre", "percents");
    });
    oweRows(form);
    if (known) settleRows(form, known, tools.showStatus, -1);
    return null;
  };
  const setEach = (parts: readonly string[]) =>
    put(now().map(({ symbol }, at) => ({ symbol, weight: parts[at] ?? "" })));
  return {
    rows: createRowActions(form, list, tools, takeSheet),
    setRest: (typed) => set("simulation.weight", typed),
    add: () => {
      if (now().length >= MOST_WEIGHTS) {
        tools.showStatus(`A portfolio may list ${MOST_WEIGHTS} instruments; more are held as "all others".`);
        return;
      }
      put([...now(), { symbol: "", weight: "" }]);
      tools.focusRow(now().length - 1);
    },
    equal: (arePercents) =>
      change("Each has an equal part.", () => {
        if (now().length === 0) set("simulation.weight", "1");
        setEach(arePercents ? equalPercents(now().length) : now().map(() => "1"));
      }),
    calm: () =>
      change("The calmer an instrument, the more of it is held.", () => {
        if (now().length === 0) set("simulation.weight", CALM);
        setEach(now().map(() => CALM));
        set("simulation.weightsAre", "parts");
      }),
    fill: () => change("The rows sum to 100% now.", () => put(scaledToFull(now()))),
    leaveOut: (symbols) =>
      change(`${joinWords(symbols, "and")} left out.`, () =>
        put(now().filter(({ symbol }) => !symbols.includes(symbol.trim()))),
      ),
    paste: (text) => takeSheet(text, null),
  };
}

interface WeightsList {
  readonly now: () => readonly TypedWeight[];
  readonly put: (after: TypedWeight[]) => void;
  readonly set: (name: "simulation.weight" | "simulation.weightsAre", value: string) => void;
  /** Does something, tells it, and offers to take it back. */
  readonly change: (done: string, act: () => void) => void;
}

function listOf(form: BuilderForm, showStatus: ShowStatus): WeightsList {
  const options = () => ({ shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  const now = () => form.getValues("simulation.weights");
  const put = (after: TypedWeight[]) => form.setValue("simulation.weights", after, options());
  const set: WeightsList["set"] = (name, value) => form.setValue(name, value, options());
  return {
    now,
    put,
    set,
    change: (done, act) => {
      const weights = structuredClone(now());
      const [weight, are] = form.getValues(["simulation.weight", "simulation.weightsAre"]);
      act();
      const undo = () => {
        put(weights);
        set("simulation.weight", weight);
        set("simulation.weightsAre", are);
      };
      showStatus(done, { label: "Undo", act: undo });
    },
  };
}

function createRowActions(
  form: BuilderForm,
  { now, put, change }: WeightsList,
  { listed, showStatus, focusRow }: DeskTools,
  takeSheet: (text: string, from: number) => string | null,
): RowActions {
  return {
    change: (at, typed) => {
      const row = now()[at];
      if (row) put(now().with(at, { ...row, ...typed }));
      if (typed.symbol !== undefined && !listed?.find(typed.symbol)) oweRows(form);
    },
    remove: (at) => {
      const gone = now()[at];
      if (!gone) return;
      change(`${gone.symbol.trim() || "The row"} removed.`, () => put(now().toSpliced(at, 1)));
      focusRow(Math.max(0, at - 1));
    },
    move: (from, to) => {
      const row = now()[from];
      if (!row || from === to || to < 0 || to >= now().length) return;
      const name = row.symbol.trim() || "The row";
      change(`${name} is row ${to + 1} of ${now().length} now.`, () =>
        put(now().toSpliced(from, 1).toSpliced(to, 0, row)),
      );
      focusRow(to, "handle");
    },
    meant: () => fitUniverse(form, listed, showStatus),
    paste: (at, text) => {
      if (!isSheet(text)) return false;
      const problem = takeSheet(text, at);
      if (problem !== null) showStatus(problem);
      return true;
    },
    check: () => {
      if (form.formState.isSubmitted) void form.trigger("simulation.weights");
    },
  };
}

function isBlank({ symbol, weight }: TypedWeight): boolean {
  return `${symbol}${weight}`.trim() === "";
}

function isIn({ symbol }: TypedWeight, others: readonly TypedWeight[]): boolean {
  return others.some((other) => other.symbol.toLowerCase() === symbol.trim().toLowerCase());
}
