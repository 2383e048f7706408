/**
 * Adds files of a watched folder to their dataset without a person, where an import would ask nothing. Where it would
 * ask, the files stay in the import panel until the person has answered or put them away.
 */
import { formatDay } from "#src/format/day.ts";
import { joinWords } from "#src/format/join-words.ts";
import { countOf } from "#src/format/number.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import type { FolderNews } from "#src/storage/watched-folders.ts";
import { splitKey } from "#workers/model/instruments.ts";
import type { DryRun, ImportFile } from "#workers/model/import-plan.ts";
import { gainWords } from "./added-words.ts";
import { defaultsByFile, defaultsSets, questionOf } from "./instrument-defaults.ts";
import { aimAt, chooseFiles, commitImport, dismissImport, useImportStore } from "./import-store.ts";
import type { ImportDraft, ImportState } from "./import-store.ts";

export type FolderOutcome = Omit<FolderNews, "at">;

type Checked = Extract<ImportState, { readonly type: "checked" }>;

/**
 * What became of the files; null where a person is at an import of their own, so that it is tried later.
 *
 * @param onAsk - is told what is asked, before the person has answered
 */
export async function importFromFolder(
  { id, title, columnsId, splits }: Dataset,
  files: readonly ImportFile[],
  onAsk: (asked: FolderOutcome) => Promise<void>,
): Promise<FolderOutcome | null> {
  if (columnsId === null || !isFree(useImportStore.getState())) return null;
  await aimAt({ id, title, columnsId });
  await chooseFiles(files);
  const looked = useImportStore.getState();
  if (looked.type === "unreadable") return giveUp(looked.problem.message);
  if (looked.type !== "checked") return putAway(files);
  const { plan, dryRun } = looked;
  const asked = asksOf(looked, new Set(splits.map(splitKey)));
  const isJoined = plan.files.length !== files.length || plan.target?.id !== id;
  if (isJoined || asked.length > 0) {
    const why = isJoined ? "They are in the import with other files." : `${asked.join("; ")}.`;
    await onAsk({
      type: "asks",
      message: `${countOf(files.length, "file")} waiting for you. ${why}`,
      left: [],
    });
    return afterAnswer(plan, files);
  }
  const refused = dryRun.files.filter(({ verdict }) => verdict === "refuse");
  const left = refused.map(({ file, message }) => ({ name: sourceOf(file, files), reason: message }));
  if (dryRun.planned.files === 0 || dryRun.before?.digest === dryRun.planned.digest) {
    dismissImport();
    const message = `${countOf(files.length, "file")} read, and nothing in ${files.length === 1 ? "it" : "them"} is new.`;
    return { type: "same", message, left };
  }
  await commitImport(title, defaultsByFile(defaultsSets(plan, dryRun, new Set()), new Map()));
  const stored = useImportStore.getState();
  if (stored.type === "imported") return { ...added(dryRun), left };
  return giveUp(stored.type === "checked" ? (stored.problem?.message ?? "") : "");
}

/** The file of the folder that a checked one is, or is inside of. */
function sourceOf(checked: string, files: readonly ImportFile[]): string {
  return files.find(({ name }) => checked.startsWith(`${name}/`))?.name ?? checked;
}

/** Nobody is at an import, or at choosing files for one. */
function isFree(state: ImportState): boolean {
  return state.type === "imported" || (state.type === "idle" && state.target === null);
}

/** What a person would be asked, or should look at, before the files are taken. @param known - nights that were decided */
function asksOf({ plan, dryRun }: Checked, known: ReadonlySet<string>): string[] {
  const open = dryRun.files.filter(({ verdict }) => verdict === "ask");
  const hasPrices = dryRun.files.some(({ kind, verdict }) => kind === "prices" && verdict !== "refuse");
  const sets = hasPrices ? defaultsSets(plan, dryRun, new Set()) : [];
  const last = dryRun.before?.last ?? "";
  const jumps = dryRun.splits.splits.filter(
    (split) => split.isConfirmed !== true && split.date > last && !known.has(splitKey(split)),
  );
  return [
    ...open.slice(0, 3).map(({ file, questions, message }) => `${file}: ${questions[0]?.text ?? message}`),
    ...(open.length > 3
      ? [`${countOf(open.length - 3, "more file needs", "more files need")} an answer`]
      : []),
    ...sets.flatMap(({ title, value }) => {
      const question = questionOf(value);
      return question === null ? [] : [`the ${question} of ${title} is not known`];
    }),
    ...jumps
      .slice(0, 3)
      .map(
        ({ symbol, date, fraction }) => `${symbol} on ${formatDay(date)} jumps as at a split of ${fraction}`,
      ),
  ];
}

function added({ files, planned, before }: DryRun): Pick<FolderOutcome, "type" | "message"> {
  const gains = before
    ? gainWords(before.added, planned.instruments - before.instruments, planned.frequency)
    : [];
  const rows = files.reduce((sum, { leftOutCount }) => sum + leftOutCount, 0);
  const taken = files.filter(({ verdict }) => verdict !== "refuse").length;
  const what =
    gains.length === 0
      ? `, values as in ${taken === 1 ? "it" : "them"} now`
      : `: ${joinWords(gains, "and")}, up to ${formatDay(planned.last)}`;
  const out = rows === 0 ? "" : ` ${countOf(rows, "row")} left out; see what was read and what was left out.`;
  return { type: "added", message: `${countOf(taken, "file")} read${what}.${out}` };
}

/** When the person has added the files or put them away. */
async function afterAnswer({ id }: ImportDraft, files: readonly ImportFile[]): Promise<FolderOutcome> {
  let last: DryRun | null = null;
  await new Promise<void>((resolve) => {
    let stop: (() => void) | null = null;
    const follow = (state: ImportState) => {
      if (state.type === "checked" && state.plan.id === id) last = state.dryRun;
      if (state.type !== "idle" && state.type !== "imported") return;
      stop?.();
      resolve();
    };
    stop = useImportStore.subscribe(follow);
    follow(useImportStore.getState());
  });
  if (useImportStore.getState().type === "imported" && last !== null) return { ...added(last), left: [] };
  return putAway(files);
}

function putAway(files: readonly ImportFile[]): FolderOutcome {
  const message = `You discarded ${countOf(files.length, "file")}.`;
  return { type: "put-away", message, left: files.map(({ name }) => ({ name, reason: "discarded" })) };
}

function giveUp(message: string): FolderOutcome {
  dismissImport();
  return { type: "problem", message: `Nothing was added. ${message}`, left: [] };
}
