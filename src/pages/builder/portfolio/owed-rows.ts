/**
 * Rows that were filled before it was known what the data has, or that name nothing of it yet. They are settled once the
 * names are there, and before the form is saved or started, so that a quick hand gets the same portfolio as a slow one.
 */
import { joinWords } from "#src/format/join-words.ts";
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
  fitUniverse(form, listed, showStatus);
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

/** A universe is of one type, and of the exchanges that it names: the type of most of those that are listed, and their exchanges. */
export function fitUniverse(form: BuilderForm, listed: ListedDesk | null, showStatus: ShowStatus): void {
  const rows = form.getValues("simulation.weights");
  const held = rows.flatMap(({ symbol }) => listed?.find(symbol) ?? []);
  const type = mostOf(held.map(({ instrumentType }) => instrumentType)); // the advice tells of the others, with its mend
  if (type !== undefined && type !== form.getValues("scanner.instrumentType")) {
    form.setValue("scanner.instrumentType", type, { shouldDirty: true });
    showStatus(`Instruments of the type ${type} are looked at now.`);
  }
  // one account can't add several currencies: the list tells of such rows, and all others can go on
  if (new Set(held.map((each) => listed?.currencyOf(each))).size > 1) return;
  const { exchange, exchanges } = form.getValues("scanner");
  const wanted = [...new Set(held.map((each) => each.exchange))];
  const [first] = wanted;
  if (first === undefined || wanted.every((each) => each === exchange || exchanges.includes(each))) return;
  const main = wanted.includes(exchange) ? exchange : first;
  form.setValue("scanner.exchange", main, { shouldDirty: true });
  form.setValue("scanner.exchanges", wanted.length === 1 ? [] : wanted, { shouldDirty: true });
  showStatus(`Instruments of ${joinWords(wanted, "and")} are looked at now.`);
}

/** The one that is there most often, of several the first; undefined for none. */
function mostOf(words: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}
