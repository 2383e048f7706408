/** Uploaded files of any shape: looked at, asked about, and put into columns, as the app's own import does it. */
import { ftruncateSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createImportDesk } from "#workers/import/plan/import-desk.ts";
import type { DeskTools, ImportDesk } from "#workers/import/plan/import-desk.ts";
import { COLUMNS } from "#workers/market/column-directory.ts";
import { createColumnWriter } from "#workers/market/column-writer.ts";
import { openColumnFile } from "#workers/market/column-reader.ts";
import { openParts } from "#workers/market/parted-file.ts";
import { Refusal } from "#workers/market/refusal.ts";
import { damagedPrices } from "#workers/market/stored-market.ts";
import { joinAnswers, questionKey, RATE_CHOICE } from "#workers/model/import-check.ts";
import type { Answers, Question } from "#workers/model/import-check.ts";
import type { CheckedFile, DryRun, ImportPlan } from "#workers/model/import-plan.ts";
import { RATE_TYPE } from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { InstrumentDefaults } from "#workers/model/reading.ts";
import { outlineAt } from "../columns-market.ts";
import type { ColumnsPlace } from "../columns-market.ts";
import { diskBytes } from "../disk-bytes.ts";
import { diskFileOf, openDiskFile } from "../disk-file.ts";
import { findDanger } from "../find-danger.ts";
import { makeColumns } from "../made-columns.ts";
import type { MadeFiles } from "../made-columns.ts";
import { addMerged } from "../merge-markets.ts";
import { reportOf } from "../report-of.ts";
import type { ImportGiven, ImportJob, ImportQuestion } from "../thread-jobs.ts";
import type { JobTools } from "./job-tools.ts";

const BASE = "base";
const LEAVE_OUT = "leave out";

export async function importJob(job: ImportJob, tools: JobTools<never>): Promise<Result<ImportGiven>> {
  const { base } = job;
  return job.replaces && base ? importInPlace({ ...job, base }, tools) : importBeside(job, tools);
}

/** As its own columns first, then put together with those that are there: a bar of both is the new one. */
async function importInPlace(
  job: ImportJob & { readonly base: ColumnsPlace },
  tools: JobTools<never>,
): Promise<Result<ImportGiven>> {
  const { markets } = tools;
  const ownPath = `${job.columnsPath}.rows`;
  try {
    const own = await importBeside({ ...job, base: null, columnsPath: ownPath }, tools);
    if (!own.ok || own.value.written === null) return own;
    const before = await markets.on(job.base, true, ({ market }) => ok(market));
    if (!before.ok) return before;
    const added = await markets.on({ path: ownPath }, true, ({ market }) => ok(market));
    if (!added.ok) return added;
    await rm(ownPath); // its content is in memory, and its name is wanted below
    const made = await makeColumns(job.columnsPath, async ({ columns }) => {
      const writer = createColumnWriter(columns);
      addMerged(writer, before.value, added.value);
      return ok((await writer.finish()).fingerprint);
    });
    if (!made.ok) return made;
    markets.letGo();
    const outline = await outlineAt({ path: job.columnsPath }, markets);
    if (!outline.ok) return outline;
    return ok({ ...own.value, written: { fingerprint: made.value, outline: outline.value } });
  } finally {
    await rm(ownPath, { force: true });
  }
}

async function importBeside(job: ImportJob, { markets }: JobTools<never>): Promise<Result<ImportGiven>> {
  const dangers = await Promise.all(
    job.files.map(async (file) => [file.name, await findDanger(file)] as const),
  );
  const refused = dangers.flatMap(([file, message]) =>
    message === null ? [] : [{ file, message: `${file}: ${message}` }],
  );
  if (refused.length > 0) return ok({ report: [], questions: [], refused, written: null });
  markets.letGo(); // the memory is for the files
  let given: ImportGiven | null = null;
  const made = await makeColumns(job.columnsPath, async (files) => {
    const done = await importInto(job, files);
    if (!done.ok) return done;
    given = done.value.given;
    return done.value.fingerprint === null ? err(NOTHING_WRITTEN) : ok(done.value.fingerprint);
  });
  const seen = given as ImportGiven | null;
  if (!made.ok) return made.problem === NOTHING_WRITTEN && seen ? ok(seen) : made;
  const outline = await outlineAt({ path: job.columnsPath }, markets);
  if (!outline.ok) return outline;
  const written = { fingerprint: made.value, outline: outline.value };
  return ok({ report: [], questions: [], refused: [], ...seen, written });
}

const NOTHING_WRITTEN = { code: "data-missing", message: "nothing was written" } as const;

interface Imported {
  readonly given: ImportGiven;
  /** null where nothing was written. */
  readonly fingerprint: string | null;
}

async function importInto(job: ImportJob, files: MadeFiles): Promise<Result<Imported>> {
  const desk = deskOn(files);
  const tools = toolsOf(job.base);
  const looked = await lookAt(job, desk, tools);
  if (!looked.ok) return looked;
  const { plan, dryRun, questions } = await answered(job, looked.value);
  const refused = dryRun.files
    .filter(({ verdict, kind }) => verdict === "refuse" && kind !== "other")
    .map(({ file, message }) => ({ file, message: `${file}: ${message}` }));
  const report = dryRun.files.map(reportOfCheck);
  const given: ImportGiven = { report, questions, refused, written: null };
  if (job.isDryRun || questions.length > 0 || refused.length > 0) return ok({ given, fingerprint: null });
  const defaults = new Map(dryRun.files.map(({ file }) => [file, defaultsOf(job, dryRun, file)]));
  const request = { plan, digest: dryRun.planned.digest, datasetId: "columns", defaults };
  const stored = await desk.commit(request, tools);
  if (!stored.ok) return stored;
  const { facts, notes } = stored.value;
  return ok({ given: { ...given, report: notes.files.map(reportOf) }, fingerprint: facts.fingerprint });
}

/** The files as they are; those of an upload of rates as such, whatever they would be taken for. */
async function lookAt(job: ImportJob, desk: ImportDesk, tools: DeskTools): Promise<Result<Looked>> {
  const asTheyAre = planOf(job, [], []);
  const looked = await desk.check(asTheyAre, tools);
  if (!looked.ok) return looked;
  const first = { desk, tools, plan: asTheyAre, dryRun: looked.value };
  if (job.defaults.instrumentType !== RATE_TYPE) return ok(first);
  const tables = looked.value.files.filter(
    ({ kind, table }) => table !== null && (kind === "prices" || kind === "other"),
  );
  const plan = planOf(
    job,
    tables.map(({ file }) => [file, { figures: "rate" }]),
    [],
  );
  const again = await desk.check(plan, tools);
  return again.ok ? ok({ ...first, plan, dryRun: again.value }) : again;
}

interface Looked {
  readonly desk: ImportDesk;
  readonly tools: DeskTools;
  readonly plan: ImportPlan;
  readonly dryRun: DryRun;
}

/** The plan with the answers that were sent, as far as something asks for them; and what is open then. */
async function answered(
  job: ImportJob,
  looked: Looked,
): Promise<{ plan: ImportPlan; dryRun: DryRun; questions: readonly ImportQuestion[] }> {
  let { plan, dryRun } = looked;
  const answers = new Map<string, Answers>(plan.answers);
  const leftOut = new Set<string>();
  const used = new Set<string>();
  for (;;) {
    const open = dryRun.files.filter(({ verdict }) => verdict === "ask").flatMap(questionsOf);
    const now = open.filter(({ told }) => job.answers[told.id] !== undefined && !used.has(told.id));
    if (now.length === 0) return { plan, dryRun, questions: open.map(({ told }) => told) };
    for (const { told, question } of now) {
      used.add(told.id);
      const value = job.answers[told.id] ?? "";
      if (value === LEAVE_OUT) leftOut.add(told.file);
      else answers.set(told.file, joinAnswers(answers.get(told.file), answerOf(question, value)));
    }
    plan = planOf(job, [...answers], [...leftOut]);
    // oxlint-disable-next-line no-await-in-loop -- an answer may lead to another question
    const again = await looked.desk.check(plan, looked.tools);
    if (!again.ok) throw new Refusal(again.problem);
    dryRun = again.value;
  }
}

function planOf(
  { files, base }: ImportJob,
  answers: readonly (readonly [string, Answers])[],
  leftOut: readonly string[],
): ImportPlan {
  return {
    id: "upload",
    files: files.map(({ name, path }) => ({ name, bytes: diskBytes(path) })),
    answers: new Map(answers),
    leftOut: new Set(leftOut),
    factsAsOf: "",
    addTo: base ? BASE : null,
  };
}

interface OpenQuestion {
  readonly question: Question;
  readonly told: ImportQuestion;
}

const LABELS: Readonly<Record<string, string>> = {
  dmy: "day, month, year",
  mdy: "month, day, year",
  ymd: "year, month, day",
  dot: "1,234.56",
  comma: "1.234,56",
  [RATE_CHOICE]: "rates, which nobody trades",
};

function questionsOf({ file, questions }: CheckedFile): OpenQuestion[] {
  return questions.map((question) => ({
    question,
    told: {
      id: `${file}#${questionKey(question)}`,
      file,
      text: question.text,
      choices: question.choices.map((value) => ({ value, label: LABELS[value] ?? value })),
    },
  }));
}

/** What can't be an answer is asked again. */
function answerOf({ about, doubt, choices }: Question, value: string): Answers {
  if (value === RATE_CHOICE && choices.includes(value)) return { figures: value };
  switch (about) {
    case "date-order":
      return value === "dmy" || value === "mdy" || value === "ymd" ? { dateOrder: value } : {};
    case "decimal":
      return value === "dot" || value === "comma" ? { decimal: value } : {};
    case "symbol":
      return { symbol: value };
    case "intraday":
      return value === "fold" ? { intraday: value } : {};
    case "columns":
      return value === "take" && doubt !== undefined ? { columns: [doubt] } : {};
    case "codes":
      return value === "pad" || value === "keep" ? { codes: value } : {};
    case "stretch":
      return value === "drop" || value === "keep" ? { stretch: value } : {};
    case "hundredths":
      return value === "join" || value === "keep" ? { hundredths: value } : {};
    case "scale":
      return value === "1" ? { scale: 1 } : value === "10000" ? { scale: 10_000 } : {};
    case "lag": {
      const [, quarter, year] = /^(\d+)\/(\d+)$/.exec(value) ?? [];
      return quarter === undefined ? {} : { lag: { quarter: Number(quarter), year: Number(year) } };
    }
    case "sheet":
      return { sheet: value };
    case "figures":
      return value === "signal" || value === "fact" ? { figures: value } : {};
  }
}

function defaultsOf({ defaults }: ImportJob, { guesses }: DryRun, file: string): InstrumentDefaults {
  const guess = guesses.get(file);
  return {
    exchange: defaults.exchange ?? guess?.exchange?.value ?? "NSE",
    instrumentType: defaults.instrumentType ?? guess?.instrumentType?.value ?? "EQUITY",
    currency: guess?.currency?.value ?? "",
  };
}

function reportOfCheck(check: CheckedFile): ImportGiven["report"][number] {
  const { file, rows, leftOut, leftOutCount, warnings, verdict, message } = check;
  const reasons = leftOut.map(({ line, reason }) => `${file}:${line}: ${reason}`);
  const refusal = verdict === "refuse" ? [message] : [];
  return { file, rows, leftOut: leftOutCount, issues: [...refusal, ...reasons, ...warnings] };
}

function deskOn({ columns, rows }: MadeFiles): ImportDesk {
  return createImportDesk(async () =>
    ok({
      columns,
      rows,
      async attempt(work) {
        try {
          return await work();
        } catch (error) {
          if (error instanceof Refusal) return err(error.problem);
          throw error;
        }
      },
      async publish(_id, bytes) {
        ftruncateSync(columns.fd, bytes);
        return ok(null);
      },
      discard: async () => {},
    }),
  );
}

/** Columns that get files are gone through as a whole, and written anew: they lie in one file again. */
function toolsOf(base: ColumnsPlace | null): DeskTools {
  return {
    async withBase(_id, work) {
      if (!base) throw new RangeError("files are added to nothing");
      const file = "path" in base ? openDiskFile(base.path, "r") : diskFileOf(base.fd);
      try {
        const columns = openColumnFile(file);
        return columns
          ? await work({ parts: openParts(columns, [], COLUMNS), extendable: null })
          : err(damagedPrices);
      } catch (error) {
        if (error instanceof Refusal) return err(error.problem);
        throw error;
      } finally {
        if ("path" in base) file.close();
      }
    },
    onProgress: () => {},
    threads: null,
    onStoring: () => {},
  };
}
