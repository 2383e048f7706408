/**
 * The market of a job with the numbers that its strategies' own code gives. Here alone a worker of the app runs code: what the
 * person did not allow on this device is refused. Loaded when a strategy has code: most have none.
 */
import { browserRooms } from "../code/browser-room.ts";
import { computeFieldsOf } from "../code/computed-fields.ts";
import type { ComputedMarket } from "../code/computed-fields.ts";
import { fieldsInUseOf, nameFields } from "../code/fields-in-use.ts";
import type { PlacedField, ReadStrategy } from "../code/fields-in-use.ts";
import { createKeptFields } from "../code/kept-fields.ts";
import type { OpenRoom } from "../code/room.ts";
import { memoryForPrices } from "../market/device-memory.ts";
import type { StoredMarket } from "../market/stored-market.ts";
import type { Market } from "../model/market.ts";
import { err, ok } from "../model/problem.ts";
import type { Problem, Result } from "../model/problem.ts";
import type { DatasetSource } from "../model/dataset-source.ts";
import { isBoothWorker } from "../model/session.ts";
import type { FieldProgress } from "../model/protocol.ts";
import type { Strategy } from "../model/strategy.ts";
import { readStrategyRules } from "../rules/strategy-rules.ts";
import { findForbidden } from "./allowed-code.ts";
import { codeEngines, codeKey } from "../python/code-engines.ts";
import type { JobProgress } from "./job-progress.ts";

/** A market as a job meets it. */
export interface WorkedMarket extends StoredMarket {
  /** What can be said and asked of the numbers from own code; absent where the strategies use none. */
  readonly ownCode?: ComputedMarket;
}

export interface OwnCode {
  /** The very market where no strategy uses a number of its own. */
  on(strategies: readonly Strategy[], stored: StoredMarket, job: CodeJob): Promise<Result<WorkedMarket>>;
}

export interface CodeJob {
  readonly source: DatasetSource;
  readonly progress: JobProgress;
  /** False where only numbers that were worked out before are to be used: without them there is a problem. */
  readonly mayRun: boolean;
}

const NUMBER_BYTES = Float64Array.BYTES_PER_ELEMENT;

export function createOwnCode(): OwnCode {
  const fields = createKeptFields(memoryForPrices() / 4);
  const openRoom = browserRooms((request, ports) => postMessage(request, { transfer: ports }));
  return {
    async on(strategies, stored, { source, progress, mayRun }) {
      const read = strategies.flatMap((strategy): ReadStrategy[] => {
        const rules = readStrategyRules(strategy); // one whose rules can't be read is refused when its turn comes
        return rules.ok ? [{ strategy, rules: rules.value }] : [];
      });
      if (new Set(strategies.map(({ computed }) => JSON.stringify(computed))).size > 1)
        throw new RangeError("own-code: strategies of one job have the same fields");
      const used = fieldsInUseOf(read);
      if (used.length === 0) return ok(stored);
      const allowed = await refuseForbidden(used);
      if (!allowed.ok) return allowed;
      const ready = await refuseMissingPython(used);
      if (!ready.ok) return ready;
      const { market } = stored;
      const bytes = used.length * NUMBER_BYTES * (market.barOffset.at(-1) ?? 0);
      if (bytes > memoryForPrices()) return err(tooManyNumbers(used, bytes));
      const engine = await codeEngines(
        used.map(({ field }) => field),
        !isBoothWorker(globalThis.name),
      );
      const computed = await computeFieldsOf(read, market, {
        openRoom: mayRun ? openRoom : openNone,
        now: () => performance.now(),
        engine,
        kept: { fields, dataset: `${codeKey(engine)} ${JSON.stringify(source)} ${layoutOf(market)}` },
        onProgress: (field) => progress.tell("computing", shareOf(field), { field }),
      });
      return computed.ok
        ? ok({ ...stored, market: computed.value.market, ownCode: computed.value })
        : computed;
    },
  };
}

/** For work that nobody waits for. */
const openNone: OpenRoom = async () =>
  err({ code: "code-unavailable", text: "its numbers are not there yet" });

function isPython({ field }: PlacedField): boolean {
  return field.language === "python";
}

/** Part of a field's time that is over, by and large. */
function shareOf({ what, done, of }: FieldProgress): number {
  return what === "computing" ? (0.6 * done) / of : 0.6 + (0.4 * done) / of;
}

async function refuseForbidden(used: readonly PlacedField[]): Promise<Result<null>> {
  const forbidden = await findForbidden(used.map(({ field }) => field));
  const refused = used.filter(({ field }) => forbidden.includes(field));
  const [first] = refused;
  if (!first) return ok(null);
  return err({
    code: "code-not-allowed",
    message: `The strategy's rules use numbers from own code that was not allowed to run on this device: ${nameFields(refused)}. Look at the source and allow it, or take the rules out.`,
    place: `computed[${first.at}].source`,
  });
}

/** Python is loaded by a button that says what it weighs, and by nothing else: not by a run, whoever started it. */
async function refuseMissingPython(used: readonly PlacedField[]): Promise<Result<null>> {
  const inPython = used.filter(isPython);
  const [first] = inPython;
  if (!first) return ok(null);
  const { isPackHere, PYTHON_BYTES } = await import("../python/load-pack.ts");
  if (await isPackHere()) return ok(null);
  return err({
    code: "code-unavailable",
    message: `The strategy's rules use ${nameFields(inPython)}, and Python (${(PYTHON_BYTES / 1e6).toFixed(1)} MB) is not on this device yet. Load it in the settings, or try the number in the builder; then start again.`,
    place: `computed[${first.at}].source`,
  });
}

function tooManyNumbers(used: readonly PlacedField[], bytes: number): Problem {
  const message = `The numbers from own code (${nameFields(used)}) would take ${(bytes / 1e9).toFixed(1)} GB of memory, more than this device has for prices. Use fewer of them, or a smaller dataset.`;
  return { code: "memory-short", message };
}

const layouts = new WeakMap<Market, string>();

/** Names which instruments the market has and how many bars of each: damaged ones are left out of it. */
function layoutOf(market: Market): string {
  const known = layouts.get(market);
  if (known !== undefined) return known;
  const { instruments, barOffset, facts = [] } = market;
  const layout = JSON.stringify([
    instruments.map(({ symbol }) => symbol).join(" "),
    barOffset.join(" "),
    facts.map(({ name, value }) => `${name} ${value.length}`),
  ]);
  layouts.set(market, layout);
  return layout;
}
