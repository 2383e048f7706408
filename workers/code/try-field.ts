/** A person's number on one instrument, in a room of its own: what an editor shows while the source is written. */
import type { FieldTrial, TrialFault } from "#workers/model/field-trial.ts";
import type { InstrumentBars } from "#workers/model/instruments.ts";
import type { Market } from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { TrialRequest } from "#workers/model/protocol.ts";
import { planRun } from "#workers/run/plan-run.ts";
import { checkField } from "./check-field.ts";
import { readSource } from "./read-source.ts";
import type { FieldFault } from "./field-problem.ts";
import { makeBarsOf } from "./room-bars.ts";
import type { OpenRoom } from "./room.ts";
import { daysOf } from "#workers/model/late-column.ts";

export interface TrialTools {
  readonly openRoom: OpenRoom;
  readonly barsOf: (market: Market, symbol: string) => InstrumentBars | null;
}

/** What can be told of the source without running it. */
export function readOnly({ field }: TrialRequest): FieldTrial {
  const read = readSource(field);
  return { fault: read.ok ? null : faultOf(read.problem), lines: [], isChecked: false, figures: null };
}

/**
 * Runs it over all bars of the instrument and, where that is wanted, again in fresh rooms: on all bars, and on shorter
 * histories. The problem is of the request: no such instrument, no such benchmark.
 */
export async function tryField(
  request: TrialRequest,
  market: Market,
  { openRoom, barsOf }: TrialTools,
): Promise<Result<FieldTrial>> {
  const { field, strategy } = request;
  const instrument = market.instruments.findIndex(({ symbol }) => symbol === request.instrument);
  const bars = request.instrument === null ? null : barsOf(market, request.instrument);
  if (instrument < 0 || bars === null)
    return err({
      code: "data-missing",
      message: `${request.instrument} is not in this dataset. Choose one of its instruments.`,
    });
  const plan = planRun(strategy, market);
  if (!plan.ok) return plan;
  const read = readSource(field);
  if (!read.ok) return ok({ fault: faultOf(read.problem), lines: [], isChecked: false, figures: null });
  const { benchmark } = plan.value;
  const ground = {
    market,
    isAdjusted: strategy.simulation.priceBasis === "adjusted",
    benchmark: benchmark.type === "series" ? benchmark.instrument : null,
  };
  const roomBars = makeBarsOf(ground, read.value.mentions);
  const opened = await openRoom(read.value.room);
  if (!opened.ok) return ok({ fault: faultOf(opened.problem), lines: [], isChecked: false, figures: null });
  const found = await opened.value.compute([roomBars(instrument)]);
  const lines = opened.value.lines();
  opened.value.close();
  if (!found.ok) return ok({ fault: faultOf(found.problem), lines, isChecked: false, figures: null });
  const [values = new Float64Array(0)] = found.value;
  if (!request.isChecked) return ok({ fault: null, lines, isChecked: false, figures: { bars, values } });
  const checked = await checkField(
    {
      room: read.value.room,
      source: field.source,
      barsOf: roomBars,
      symbolOf: (at) => market.instruments[at]?.symbol ?? "",
      daysOf: (at) => daysOf(market, at),
      valuesOf: () => values,
    },
    [instrument],
    openRoom,
    { checked: new Set(), forgiven: new Map(), onDone: () => {} },
  );
  return ok({ fault: checked && faultOf(checked), lines, isChecked: true, figures: { bars, values } });
}

function faultOf({ code, text, line, column }: FieldFault): TrialFault {
  return {
    code,
    text,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
}
