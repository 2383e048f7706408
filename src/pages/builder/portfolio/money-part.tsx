/** Money that is put in and taken out while the strategy runs, and what idle money earns. */
import { useMemo } from "react";
import type { ReactElement } from "react";
import { useWatch } from "react-hook-form";
import { upperFirst } from "#src/format/first-letter.ts";
import { formatMoneyCompact } from "#src/format/money.ts";
import { portfolioWriter } from "#src/format/portfolio-words.ts";
import { readAmount } from "#src/format/read-amount.ts";
import { Button } from "#src/ui/button.tsx";
import page from "#src/ui/page.module.css";
import { useStatus } from "#src/ui/status-messages.tsx";
import { MOST_FLOWS, readFlows } from "#workers/model/flow.ts";
import type { Flow } from "#workers/model/flow.ts";
import { flowWords } from "#workers/words/portfolio.ts";
import type { BuilderForm } from "../form-fields.tsx";
import { FlowRow } from "./flow-row.tsx";
import type { FlowActions } from "./flow-row.tsx";
import { IdleMoney } from "./idle-money.tsx";
import { moneyLine, plannedSums } from "./planned-money.ts";
import type { PlannedSum } from "./planned-money.ts";
import styles from "./portfolio.module.css";
import { flowSetting } from "./portfolio-values.ts";
import type { TypedFlow } from "./portfolio-values.ts";

interface MoneyPartProps {
  readonly form: BuilderForm;
  readonly currency: string;
}

export function MoneyPart({ form, currency }: MoneyPartProps): ReactElement {
  const [flows, startDate, endDate] = useWatch({
    control: form.control,
    name: ["simulation.flows", "simulation.startDate", "simulation.endDate"],
  });
  const showStatus = useStatus();
  const actions = useMemo(() => flowActions(form, showStatus), [form, showStatus]);
  const { formState } = form;
  const read = useMemo(() => flows.map(readTyped), [flows]);
  const sums = useMemo(
    () => read.map((flow) => (flow ? plannedSums(flow, { startDate, endDate }) : [])),
    [read, startDate, endDate],
  );
  const isFull = flows.length >= MOST_FLOWS;
  return (
    <div className={page["close"]}>
      {flows.length > 0 && (
        <ul className={styles["rows"]} aria-label="Money in and out">
          {flows.map((typed, at) => (
            <FlowRow
              // oxlint-disable-next-line react/no-array-index-key -- they are told apart by their places, as in the strategy
              key={at}
              at={at}
              typed={typed}
              currency={currency}
              words={wordsOf(read[at] ?? null, sums[at] ?? [], currency)}
              errorAt={(part) =>
                form.getFieldState(`simulation.flows.${at}.${part}`, formState).error?.message
              }
              actions={actions}
            />
          ))}
        </ul>
      )}
      <MoneyPicture sums={sums.flat()} />
      <div className={page["actions"]}>
        <Button size="small" aria-disabled={isFull} onClick={() => actions.add("in")}>
          Put money in
        </Button>
        <Button size="small" aria-disabled={isFull} onClick={() => actions.add("out")}>
          Take money out
        </Button>
      </div>
      <IdleMoney form={form} />
    </div>
  );
}

/** null while a field of it can't be read. */
function readTyped(typed: TypedFlow): Flow | null {
  const setting = flowSetting(typed, (text) => readAmount(text) ?? Number.NaN);
  return readFlows([setting], [], [])[0] ?? null;
}

/** "Put in 10,000 each month from 05/01/2010, 10% more each year: 37.2L in all."; "" while it can't be read. */
function wordsOf(flow: Flow | null, sums: readonly PlannedSum[], currency: string): string {
  if (!flow) return "";
  const words = upperFirst(flowWords(flow, portfolioWriter(currency)));
  if (flow.amount === undefined) return `${words}.`;
  if (sums.length === 0) return `${words}: on no day of the simulation.`;
  const total = sums.reduce((sum, { amount }) => sum + Math.abs(amount), 0);
  const known = flow.growBy === undefined ? "" : `, before it grows with ${flow.growBy}`;
  return `${words}: ${formatMoneyCompact(total, currency)} in all${known}.`;
}

const WIDTH = 240;
const HEIGHT = 44;

/** All that was put in so far, over the years: what the sentences say, for the eye. */
function MoneyPicture({ sums }: { readonly sums: readonly PlannedSum[] }): ReactElement | null {
  const line = useMemo(() => moneyLine(sums, WIDTH, HEIGHT), [sums]);
  if (line === "") return null;
  return (
    <svg
      className={styles["picture"]}
      viewBox={`-1 -1 ${WIDTH + 2} ${HEIGHT + 2}`}
      aria-hidden="true"
      focusable="false"
    >
      <polyline points={line} />
    </svg>
  );
}

const BEGUN: TypedFlow = {
  direction: "in",
  unit: "money",
  amount: "10,000",
  percent: "4",
  every: "monthly",
  from: "",
  to: "",
  growPercent: "",
  growBy: "",
};

function flowActions(form: BuilderForm, showStatus: ReturnType<typeof useStatus>): FlowActions {
  const now = () => form.getValues("simulation.flows");
  const put = (after: TypedFlow[]) =>
    form.setValue("simulation.flows", after, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });
  return {
    add: (direction) => {
      if (now().length >= MOST_FLOWS) showStatus(`A strategy may have ${MOST_FLOWS} such rows.`);
      else put([...now(), { ...BEGUN, direction }]);
    },
    change: (at, change) => {
      const row = now()[at];
      if (row) put(now().with(at, { ...row, ...change }));
    },
    remove: (at) => {
      const before = structuredClone(now());
      put(now().toSpliced(at, 1));
      showStatus("The row is removed.", { label: "Undo", act: () => put(before) });
    },
    check: () => void form.trigger("simulation.flows"),
  };
}
