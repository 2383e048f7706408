import { useLiveQuery } from "dexie-react-hooks";
import { lazy, Suspense, useState } from "react";
import type { ReactElement } from "react";
import { formatDayRange } from "#src/format/day.ts";
import { countOf, formatCount } from "#src/format/number.ts";
import type { GridSearch } from "#src/run/grid-search.ts";
import type { VariantPool } from "#src/run/variant-pool.ts";
import { periodWithData } from "#src/run/walk-forward.ts";
import { loadWalk } from "#src/storage/grids.ts";
import type { StrategyRecord } from "#src/storage/records.ts";
import type { WalkRecord } from "#src/storage/walk-record.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { SelectField, TextField } from "#src/ui/field.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import { ProgressBar } from "#src/ui/progress-bar.tsx";
import type { Frequency } from "#workers/model/report.ts";
import type { DateSpan } from "#workers/model/walk-windows.ts";
import { metricOf, metricsOn, METRICS } from "./metrics.ts";
import styles from "./optimise-page.module.css";
import { useWalk } from "./use-walk.ts";
import type { WalkState } from "./use-walk.ts";
import { readWalk, suggestedYears, typedYears } from "./walk-form.ts";
import type { WalkText } from "./walk-form.ts";

/** It draws a chart, which is only loaded where there is one. */
const WalkResult = lazy(async () => ({ default: (await import("./walk-result.tsx")).WalkResult }));

interface WalkPanelProps {
  readonly record: StrategyRecord;
  readonly search: GridSearch;
  readonly pool: VariantPool;
  readonly frequency: Frequency;
  /** While the grid is being searched. */
  readonly disabled: boolean;
  /** What a cell stands for. */
  readonly nameOf: (cell: number) => string;
}

/** Whether choosing by the past would have paid: the question that a grid alone can't answer. */
export function WalkPanel(props: WalkPanelProps): ReactElement | null {
  const { record, search } = props;
  const { strategy, datasetId } = record;
  const period = useLiveQuery(() => periodWithData(strategy, datasetId), [strategy, datasetId]);
  const walked = useLiveQuery(async () => ({ before: await loadWalk(search.id) }), [search.id]);
  return period?.ok && walked ? <WalkForm {...props} period={period.value} {...walked} /> : null;
}

interface WalkFormProps extends WalkPanelProps {
  readonly period: DateSpan;
  /** The last walk-forward over this grid: the form begins with it. */
  readonly before: WalkRecord | null;
}

function WalkForm(props: WalkFormProps): ReactElement {
  const { record, search, pool, frequency, disabled, nameOf, period, before } = props;
  const [text, setText] = useState<WalkText>(() =>
    before ? typedYears(before.settings) : suggestedYears(period),
  );
  const [metricKey, setMetricKey] = useState<string>(before?.settings.metric ?? METRICS[0].key);
  const { state, start, cancel } = useWalk(pool, before);
  const read = readWalk(text, period, search.variants.length);
  const windows = read.type === "windows" ? read.windows : [];
  const messages = read.type === "wrong" ? read.messages : {};
  const isWalking = state.type === "walking";
  const begin = () => {
    if (read.type !== "windows") return;
    const { valueOf, isLowerBetter } = metricOf(metricKey);
    const scoreOf: typeof valueOf = (figures) => {
      const value = valueOf(figures);
      return value === null || isLowerBetter !== true ? value : -value;
    };
    void start({ search, windows, scoreOf }, { ...read.years, metric: metricKey });
  };
  return (
    <Panel title="Walk-forward">
      <div className={page["parts"]}>
        <p className={styles["words"]}>
          The best of a grid was picked with the whole past in view. Here the best is chosen on some years and
          traded on the years after them, which it has not seen. Then both windows move on. That is the
          closest a backtest comes to how such a choice would have done in real time.
        </p>
        <WalkFields
          period={period}
          text={text}
          onText={setText}
          metricKey={metricKey}
          frequency={frequency}
          onMetric={setMetricKey}
          messages={messages}
          disabled={isWalking}
        />
        {messages["walk"] !== undefined && <p className={styles["warning"]}>{messages["walk"]}</p>}
        {state.type === "walking" && (
          <>
            <p className={styles["stage"]}>
              {formatCount(state.done)} of {countOf(state.simulations, "simulation")} done
            </p>
            <ProgressBar label="Walk-forward" percent={(100 * state.done) / state.simulations} />
          </>
        )}
        <div className={styles["actions"]}>
          {isWalking ? (
            <Button onClick={cancel}>Cancel the walk-forward</Button>
          ) : (
            <Button disabled={disabled || windows.length === 0} onClick={begin}>
              Start the walk-forward
            </Button>
          )}
          {!isWalking && windows.length > 0 && (
            <span>
              {countOf(windows.length, "window")}, {countOf(search.variants.length, "variant")} in each
            </span>
          )}
          <output>
            {state.type === "refused" &&
              state.problem.code === "cancelled" &&
              "Cancelled. Nothing was changed."}
          </output>
        </div>
        <WalkEnd state={state} strategyName={record.name} nameOf={nameOf} />
      </div>
    </Panel>
  );
}

interface WalkEndProps extends Pick<WalkPanelProps, "nameOf"> {
  readonly state: WalkState;
  readonly strategyName: string;
}

/** The results, or why there are none. */
function WalkEnd({ state, strategyName, nameOf }: WalkEndProps): ReactElement | null {
  if (state.type === "refused" && state.problem.code !== "cancelled")
    return <WarningBanner message={state.problem.message} />;
  if (state.type !== "done") return null;
  return (
    <>
      {state.notKept && <WarningBanner message={state.notKept.message} />}
      <Suspense fallback={<p>Drawing the walk-forward…</p>}>
        <WalkResult
          outcome={state.outcome}
          metric={metricOf(state.metric, state.outcome.walked.frequency)}
          strategyName={strategyName}
          nameOf={nameOf}
        />
      </Suspense>
    </>
  );
}

interface WalkFieldsProps {
  readonly period: DateSpan;
  readonly text: WalkText;
  readonly onText: (text: WalkText) => void;
  readonly metricKey: string;
  readonly frequency: Frequency;
  readonly onMetric: (key: string) => void;
  readonly messages: Readonly<Record<string, string>>;
  readonly disabled: boolean;
}

function WalkFields(props: WalkFieldsProps): ReactElement {
  const { period, text, onText, metricKey, frequency, onMetric, messages, disabled } = props;
  return (
    <fieldset className={styles["walk"]} disabled={disabled}>
      <legend className={styles["legend"]}>{formatDayRange(period.from, period.to)}</legend>
      <TextField
        label="Choose on"
        inputMode="numeric"
        unitAfter="years"
        value={text.choose}
        error={messages["choose"]}
        onChange={(event) => onText({ ...text, choose: event.target.value })}
      />
      <TextField
        label="Then trade for"
        inputMode="numeric"
        unitAfter="years"
        value={text.trade}
        error={messages["trade"]}
        onChange={(event) => onText({ ...text, trade: event.target.value })}
      />
      <SelectField
        label="Choose by"
        value={metricKey}
        options={metricsOn(frequency)
          .filter(({ key }) => key !== "trades")
          .map(({ key, name }) => ({ value: key, label: name }))}
        onChange={(event) => onMetric(event.target.value)}
      />
    </fieldset>
  );
}
