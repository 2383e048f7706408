/** The market of a plan: the bars of its files that are well, days that two files have settled between them, as columns. */
import type { ByteFile } from "#workers/market/byte-file.ts";
import type { FileTally } from "#workers/market/file-rows.ts";
import { describeFile } from "#workers/market/assemble.ts";
import { createColumnWriter } from "#workers/market/column-writer.ts";
import type { ColumnWriter } from "#workers/market/column-writer.ts";
import type { FrontFile } from "#workers/market/extended-file.ts";
import type { FactsTable } from "#workers/market/facts-file.ts";
import { findNameClash, openFactsMerge } from "#workers/market/merge-facts.ts";
import type { EarlierFacts } from "#workers/market/merge-facts.ts";
import type { Onto } from "#workers/market/series-blocks.ts";
import { lineOf } from "#workers/model/place.ts";
import { describeRepeat } from "#workers/market/row-order.ts";
import type {
  ActionsPreview,
  DaysAdded,
  FactsPreview,
  FactTimeline,
  FoundSplits,
  GapSummary,
  ImportPlan,
} from "#workers/model/import-plan.ts";
import type { Question } from "#workers/model/import-check.ts";
import { compareSymbols, INDEX_TYPE } from "#workers/model/market.ts";
import type { DatasetFacts, FileNotes, InstrumentDefaults } from "#workers/model/reading.ts";
import { parseIsoDay } from "#workers/model/day.ts";
import type { Frequency } from "#workers/model/report.ts";
import type { Base } from "./base.ts";
import { createFactsTeller } from "./apply-facts.ts";
import { refused } from "../what/check.ts";
import { ACTIONS, isActionFact } from "../actions/action-facts.ts";
import { createAdjuster } from "../actions/adjuster.ts";
import type { ActionAdjuster } from "../actions/adjuster.ts";
import { actionNotes, besideWarnings } from "../actions/preview.ts";
import { askForSheet, withoutRival, withQuestion } from "../judge/choose-sheet.ts";
import { gatherFiles, DATASET } from "./gather.ts";
import { addFacts, factsOf, placeInstrument } from "./gather-facts.ts";
import { guessDefaults } from "../judge/guess-defaults.ts";
import { findOtherFrequency } from "../judge/other-frequency.ts";
import type { InstrumentFacts } from "#workers/market/instruments-file.ts";
import { createCarrier, NO_DAYS_ADDED } from "./carry-base.ts";
import { joinCodes } from "./join-codes.ts";
import { findRateFault, ratesAmong } from "./plan-rates.ts";
import { listedIn } from "../lists/industries.ts";
import { createInstrumentSurvey, takeInstruments } from "./take-instruments.ts";
import type { PlanFile } from "../what/file-check.ts";
import type { PlanReader, ReadTools } from "./plan-files.ts";
import { allIdentities, identitiesIn, toKeep } from "../statements/identities.ts";
import { findStatementFault, planStatements } from "../statements/plan-statements.ts";

const DAY_MS = 86_400_000;

export interface PlannedMarket {
  /** All files, in the order in which they are read. */
  readonly files: readonly PlanFile[];
  readonly instruments: number;
  readonly bars: number;
  /** EpochDays; Infinity and -Infinity without a bar. */
  readonly first: number;
  readonly last: number;
  /** To instruments of the dataset that gets the files. */
  readonly added: DaysAdded;
  readonly gaps: GapSummary;
  readonly frequency: Frequency;
  /** Notes on the files that the market is made of. */
  readonly notes: readonly FileNotes[];
  /** Notes on those of the market's files that are a facts.csv or signals.csv. */
  readonly factFiles: readonly FileNotes[];
  /** Of one instrument of the files of statements; null where there is none. */
  readonly timeline: FactTimeline | null;
  /** What lists of companies said; null where there is none. */
  readonly facts: FactsPreview | null;
  /** What corporate actions came to; null where there are none. */
  readonly actions: ActionsPreview | null;
  readonly splits: FoundSplits;
  /** By symbol, where an instruments.csv or the dataset that gets the files says it. */
  readonly exchanges: ReadonlyMap<string, string>;
  /** Changes with every figure, day and symbol. */
  readonly digest: string;
  /**
   * Completes the columns.
   *
   * @param defaults - by file, for instruments that no instruments.csv describes
   */
  readonly complete: (defaults: ReadonlyMap<string, InstrumentDefaults>) => Promise<CompletedMarket>;
}

export interface CompletedMarket {
  readonly facts: DatasetFacts;
  /** Symbols of the INDEX series. */
  readonly indices: readonly string[];
  /** The file that the columns go on with, whose bytes count among the facts'; null for none. */
  readonly front: FrontFile | null;
}

export interface PlanTarget {
  /** The dataset that gets the files; null for a new one. */
  readonly base: Base | null;
  /** Where the columns go, from its start on. */
  readonly columns: ByteFile;
}

/**
 * Reads the plan's files and puts the bars of those together that have no open question and are not left out, behind
 * those of the dataset that gets them. A file of which more than 5 % of the rows contradict earlier ones is refused as
 * a whole, like one that contradicts itself; where it is a sheet, and what it contradicts another one of its book, it is
 * asked which of them is meant.
 */
export async function planMarket(
  reader: PlanReader,
  plan: ImportPlan,
  target: PlanTarget,
  tools: ReadTools,
): Promise<PlannedMarket> {
  const { base } = target;
  const contradicting = new Map<string, string>();
  const asked = new Map<string, Question>();
  let rates = reader.ratesBefore(plan) ?? ratesAmong([], base);
  for (;;) {
    const files: PlanFile[] = [];
    // oxlint-disable-next-line no-await-in-loop -- the second round is without the files that the first one refused
    for await (const file of reader.read(plan, tools, rates)) {
      const { check } = file;
      const reason = contradicting.get(check.file);
      const question = asked.get(check.file);
      if (reason !== undefined) files.push({ check: refused(check, reason), rows: null, facts: null });
      else if (question) files.push(withQuestion(file, question));
      else files.push(withoutRival(file, plan.answers.get(check.file) ?? {}));
    }
    const codes = joinCodes(usedFiles(files, plan), plan, { base, pool: reader.pool() });
    for (const [file, question] of codes.questions) asked.set(file, question);
    if (codes.questions.size > 0) continue;
    for (const [at, file] of files.entries()) files[at] = codes.renamed.get(file) ?? file;
    const used = usedFiles(files, plan);
    const rateFault = findRateFault(used, base);
    if (rateFault) {
      contradicting.set(rateFault.file, rateFault.reason);
      continue;
    }
    const said = ratesAmong(used, base);
    if (!areEqual(said, rates)) {
      rates = said; // a list of instruments may come behind what it says of
      continue;
    }
    const other = findOtherFrequency(used, base);
    if (other) {
      contradicting.set(other.file, other.reason);
      continue;
    }
    const tables = tablesOf(used);
    const hasFigures = tables.length > 0 || used.some(({ statements }) => statements);
    const earlier = hasFigures ? earlierFacts(base, plan) : null;
    const fault = findStatementFault(used, earlier);
    if (fault) {
      contradicting.set(fault.file, fault.reason);
      continue;
    }
    const clash = findNameClash(tables, earlier);
    if (clash) {
      contradicting.set(clash.file, `line ${clash.line}: ${clash.text}`);
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop -- as above
    const planned = await putTogether(files, reader, plan, target);
    const bad = planned.tallies.filter(({ leftOut, rows }) => leftOut * 20 > rows);
    if (bad.length === 0) return planned;
    for (const tally of bad) {
      const choice = askForSheet(tally.file, usedFiles(files, plan));
      if (choice) for (const file of choice.files) asked.set(file, choice.question);
      else contradicting.set(tally.file, reasonFor(tally));
    }
  }
}

function areEqual(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((symbol) => other.has(symbol));
}

function earlierFacts(base: Base | null, { dropsFacts = false }: ImportPlan): EarlierFacts | null {
  return base && { instruments: base.instruments, facts: dropsFacts ? [] : base.facts() };
}

async function putTogether(
  files: readonly PlanFile[],
  reader: PlanReader,
  plan: ImportPlan,
  { base, columns }: PlanTarget,
): Promise<PlannedMarket & { readonly tallies: readonly FileTally[] }> {
  const used = usedFiles(files, plan);
  const described = factsOf(base);
  for (const file of used) addFacts(described, file);
  const listed = listedIn(used);
  const teller = listed.size === 0 ? null : createFactsTeller(listed, factsDay(plan, used, base));
  const adjuster = adjusterFor(used, base, plan);
  const isAsItIs = teller === null && adjuster === null;
  const onto = base && isAsItIs && staysInPlace(base, used, described) ? base.onto : null;
  const writer = createColumnWriter(columns, { onto });
  const survey = createInstrumentSurvey(used, described);
  const { add, keep } = takeInstruments(writer, survey, { teller, adjuster, base, onto });
  const carrier = base && createCarrier(base, { said: described, keep, add });
  const pool = reader.pool();
  const tallies = gatherFiles({ pool, files: used, base, facts: described }, (part) =>
    carrier ? carrier.take(part) : add(part),
  );
  const added = carrier?.finish() ?? NO_DAYS_ADDED;
  const { instruments, symbols, firstDay, lastDay, counts } = survey;
  const identities = allIdentities(identitiesIn(used), base?.identities ?? null);
  const today = Math.floor(Date.now() / DAY_MS);
  const statements = planStatements(
    used,
    { symbols, firstDay, lastDay, currencies: () => currenciesOf(used, described) },
    { today, listed: identities },
  );
  writer.addIdentities(toKeep(identities, symbols));
  const acted = adjuster ? [adjuster.facts()] : [];
  const tables = [...tablesOf(used), ...statements.tables, ...acted].toSorted((a, b) =>
    compareSymbols(a.tally.file, b.tally.file),
  );
  const stay = onto && tables.length === 0 && plan.dropsFacts !== true && writer.keepFacts();
  const merge = stay ? null : openFactsMerge(tables, instruments, earlierFacts(base, plan));
  if (merge) writer.addFacts(merge.facts());
  const factFiles = (merge?.notes() ?? []).filter(({ file }) => file !== ACTIONS);
  const actions = adjuster && adjuster.preview();
  const beside = besideWarnings(used, actions);
  const told = withWarnings(files, used, [
    ...(writer.frequency() === "daily" ? survey.idle.warnings(onto ? base?.last : -Infinity) : []),
    ...survey.mixed.warnings(),
  ]);
  const warnings = new Map(
    told.map(({ check }) => [
      check.file,
      check.file === beside?.file ? [...check.warnings, ...beside.warnings] : check.warnings,
    ]),
  );
  const priced = tallies
    .filter(({ file }) => file !== DATASET)
    .map((tally) => notesOf(describeFile(tally), warnings.get(tally.file) ?? []));
  return {
    ...counts(),
    instruments: instruments.length,
    files: told,
    tallies,
    added,
    gaps: survey.gaps.finish(),
    frequency: writer.frequency(),
    notes: [...priced, ...factFiles, ...actionNotes(used, actions)].toSorted((a, b) =>
      compareSymbols(a.file, b.file),
    ),
    factFiles,
    timeline: statements.timeline,
    facts: teller && teller.preview(),
    actions,
    splits: survey.splits.finish(),
    exchanges: new Map(Array.from(described, ([symbol, { exchange }]) => [symbol, exchange])),
    digest: await writer.digest(),
    complete: (defaults) => completeMarket(writer, { used, base, onto, defaults }),
  };
}

/** The plan's files, the first of those with prices with what is to be told of all together, unless a file says it itself. */
function withWarnings(
  files: readonly PlanFile[],
  used: readonly PlanFile[],
  ofAll: readonly string[],
): readonly PlanFile[] {
  const known = new Set(used.flatMap(({ check }) => check.warnings));
  const warnings = ofAll.filter((warning) => !known.has(warning));
  const first = used.find(({ rows }) => rows !== null);
  if (warnings.length === 0) return files;
  return files.map((file) =>
    file === first
      ? { ...file, check: { ...file.check, warnings: [...file.check.warnings, ...warnings] } }
      : file,
  );
}

interface Completing {
  readonly used: readonly PlanFile[];
  readonly base: Base | null;
  readonly onto: Onto | null;
  readonly defaults: ReadonlyMap<string, InstrumentDefaults>;
}

async function completeMarket(
  writer: ColumnWriter,
  { used, base, onto, defaults }: Completing,
): Promise<CompletedMarket> {
  const facts = factsOf(base);
  for (const file of used) addFacts(facts, file, defaults.get(file.check.file));
  const indices: string[] = [];
  const stored = await writer.finish((instrument) => {
    const placed = placeInstrument(instrument, facts);
    if (placed.instrumentType === INDEX_TYPE) indices.push(placed.symbol);
    return placed;
  });
  return { facts: stored, indices, front: onto?.dataset.front ?? null };
}

/** null where no file has corporate actions, and the dataset none of earlier ones. */
function adjusterFor(used: readonly PlanFile[], base: Base | null, plan: ImportPlan): ActionAdjuster | null {
  const tables = used.flatMap(({ actions }) => actions ?? []);
  const isConcerned = tables.length > 0 || base?.factNames().some((name) => isActionFact({ name })) === true;
  if (!isConcerned) return null;
  const earlier = base && { instruments: base.instruments, facts: base.facts() };
  const market = [
    ...(base?.instruments.map(({ symbol }) => symbol) ?? []),
    ...used.flatMap(({ check, rows }) => (rows ? check.symbols : [])),
  ];
  return createAdjuster(tables, earlier, market, plan.dropsFacts === true);
}

/** With more behind the file that it goes on with, a dataset is written anew: reading it takes longer by as much. */
const MOST_BEHIND = 1 / 8;

/**
 * False where a dataset is to be written anew: where much comes, or has come since it was, and where a share count is
 * said for all bars of instruments.
 */
function staysInPlace(
  { bars, tailBars }: Base,
  used: readonly PlanFile[],
  described: ReadonlyMap<string, InstrumentFacts>,
): boolean {
  const more = used.reduce((sum, { rows }) => sum + (rows?.bars ?? 0), 0);
  if (tailBars + more > (bars - tailBars) * MOST_BEHIND) return false;
  return [...described.values()].every(({ sharesOutstanding }) => Number.isNaN(sharesOutstanding));
}

/** Those that are well and not left out. */
function usedFiles(files: readonly PlanFile[], { leftOut }: ImportPlan): PlanFile[] {
  return files.filter(({ check }) => check.verdict === "ok" && !leftOut.has(check.file));
}

/** Of the prices: as lists and the dataset say, else as the files' content lets guess. */
function currenciesOf(
  files: readonly PlanFile[],
  described: ReadonlyMap<string, InstrumentFacts>,
): ReadonlySet<string> {
  const said = [...described.values()].map(({ currency }) => currency.toUpperCase());
  const guessed = files
    .filter(({ check, rows }) => rows && !check.symbols.every((symbol) => described.get(symbol)?.currency))
    .map(({ check }) => guessDefaults(check).currency?.value ?? "");
  return new Set([...said, ...guessed].filter((currency) => currency !== ""));
}

function tablesOf(files: readonly PlanFile[]): FactsTable[] {
  return files.flatMap(({ factsTable }) => factsTable ?? []);
}

/** The day that the figures of lists are of: what was said, else the last day of the prices; -Infinity without one. */
function factsDay({ factsAsOf }: ImportPlan, files: readonly PlanFile[], base: Base | null): number {
  const said = factsAsOf === "" ? null : parseIsoDay(factsAsOf);
  if (said !== null) return said;
  let last = base?.last ?? -Infinity;
  for (const { check } of files) {
    const day = check.last === null ? null : parseIsoDay(check.last);
    if (day !== null) last = Math.max(last, day);
  }
  return last;
}

function notesOf(notes: FileNotes, warnings: readonly string[]): FileNotes {
  return warnings.length > 0 ? { ...notes, warnings } : notes;
}

function reasonFor({ file, leftOut, rows, issues: [issue] }: FileTally): string {
  const share = ((leftOut / rows) * 100).toFixed(1);
  const reason =
    issue?.about?.code === "repeat"
      ? describeRepeat(issue.about.repeat, "Leave this file out, or what it contradicts.")
      : issue?.reason;
  const first = issue ? `${lineOf(file, issue.line)}: ${reason}` : "";
  return `${leftOut} of ${rows} rows (${share} %) contradict rows that are there already, and more than 5 % is too much to leave out. The first: ${first}`;
}
