/**
 * Rows that were filled before it was known what the data has, or that name nothing of it yet. They are settled once the
 * names are there, and before the form is saved or started, so that a quick hand gets the same portfolio as a slow one.
 */
import { ask } from "#src/run/ask.ts";
import { sourceFor } from "#src/storage/datasets.ts";
import type { useStatus } from "#src/ui/status-messages.tsx";
import type { BuilderForm } from "../form-fields.tsx";
import { deskOfListed, meantBy } from "./listed.ts";
import type { ListedDesk } from "./listed.ts";

type ShowStatus = ReturnType<typeof useStatus>;

const owing = new WeakSet<BuilderForm>();

export function oweRows(form: BuilderForm): void {
  owing.add(form);
}

export function owesRows(form: BuilderForm): boolean {
  return owing.has(form);
}

/**
 * Writes each symbol as the data does, where it is clear which is meant, and fits the type of the universe.
 *
 * @param typedIn - the row, from 0, whose symbol a person is typing: it settles itself once they leave it; -1 for none
 */
export function settleRows(
  form: BuilderForm,
  listed: ListedDesk,
  showStatus: ShowStatus,
  typedIn: number,
): void {
  if (!owing.delete(form)) return;
  const rows = form.getValues("simulation.weights");
  const settled = rows.map((row, at) => {
    const meant = at === typedIn || listed.find(row.symbol) ? null : meantBy(row.symbol, listed.traded);
    return meant ? { ...row, symbol: meant.symbol } : row;
  });
  if (settled.some((row, at) => row !== rows[at]))
    form.setValue("simulation.weights", settled, { shouldDirty: true });
  fitType(form, listed, showStatus);
}

/** Asks what the data has, and settles what is owed; where it can't be read, the counts and the run say so. */
export async function settleOwed(form: BuilderForm, showStatus: ShowStatus): Promise<void> {
  const [datasetId, exchange, instrumentType] = form.getValues([
    "datasetId",
    "scanner.exchange",
    "scanner.instrumentType",
  ]);
  const data = await sourceFor(datasetId, exchange);
  if (!data.ok) return;
  const names = await ask("nameUniverse", { source: data.value.source, exchange, instrumentType });
  if (names.ok) settleRows(form, deskOfListed(names.value.listed), showStatus, -1);
}

/** A universe is of one type: that of the instruments that are listed, where all of them have it. */
export function fitType(form: BuilderForm, listed: ListedDesk | null, showStatus: ShowStatus): void {
  const rows = form.getValues("simulation.weights");
  const held = rows.flatMap(({ symbol }) => listed?.find(symbol) ?? []);
  const [instrument] = held;
  if (!instrument || instrument.instrumentType === form.getValues("scanner.instrumentType")) return;
  if (held.some((each) => each.instrumentType !== instrument.instrumentType)) return;
  form.setValue("scanner.instrumentType", instrument.instrumentType, { shouldDirty: true });
  showStatus(`Instruments of the type ${instrument.instrumentType} are looked at now.`);
}
