/**
 * A run as one HTML file that opens anywhere, without a network and without scripts: the page's own parts with their
 * styles, the charts with their twins in words, and every position.
 */
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { nameAtEnds, wordsAtEnds } from "#src/format/bar-words.ts";
import { formatDay, formatDayRange, formatMoment, formatMonth } from "#src/format/day.ts";
import { lowerFirst } from "#src/format/first-letter.ts";
import { countOf, DASH, formatCount, formatPercent, formatPercentChange } from "#src/format/number.ts";
import { shownName, shownWhole } from "#src/format/shown.ts";
import { shownVerdict } from "#src/format/verdict-words.ts";
import { PRODUCT_NAME } from "#src/product.ts";
import { storedGrowthScale } from "#src/storage/growth-scale.ts";
import type { RunRecord } from "#src/storage/records.ts";
import type { RobustnessParts } from "#src/storage/robustness-record.ts";
import { FactList } from "#src/ui/fact-list.tsx";
import type { GrowthCurves } from "#src/ui/growth-curves.ts";
import { suitingScale } from "#src/ui/growth-scale.ts";
import page from "#src/ui/page.module.css";
import { SavedPage } from "#src/ui/saved-page.ts";
import { VerdictSentence } from "#src/ui/verdict-text.tsx";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { Analysis, Trace } from "#workers/model/analysis.ts";
import type { Holdings } from "#workers/model/holdings.ts";
import type { Report } from "#workers/model/report.ts";
import { yardsticksOf } from "#workers/words/verdict.ts";
import { DailyReturns, PositionReturns, PositionReturnsInWords } from "./analysis/distributions-section.tsx";
import { drawdownColumns, drawdownKey } from "./analysis/drawdowns-section.tsx";
import { exposureFacts, marketFacts, riskFacts, tradeFacts } from "./analysis/figure-facts.tsx";
import { GroupTable, holdingOf } from "./analysis/groups-section.tsx";
import { LuckFacts } from "./analysis/luck-section.tsx";
import { MonthsSection } from "./analysis/months-section.tsx";
import type { SectionProps } from "./analysis/section.ts";
import { withShownBenchmark } from "./average-share.ts";
import { exitsOf } from "./exit-reasons.ts";
import type { Exits } from "./exit-reasons.ts";
import { describeGrowth } from "./explanations.ts";
import { MetricCards, SummaryCards } from "./figures.tsx";
import { growthCurves } from "./growth-curves.ts";
import { significanceFacts } from "./luck-facts.ts";
import { NextPart } from "./next-part.tsx";
import type { Note } from "./notes.ts";
import { Part } from "./part.tsx";
import { positionColumns } from "./position-columns.tsx";
import { readingFacts } from "./reading-facts.ts";
import { readingOf, WEIGHTS } from "./reading.ts";
import { positionKey } from "./result-address.ts";
import { costsInWords, findingOf, paidInWords, robustnessFacts } from "./robustness-words.ts";
import { PortfolioChecks } from "./portfolio/portfolio-checks.tsx";
import { AllRebalances, SavedHeld, SavedMoney } from "./portfolio/saved-portfolio.tsx";
import { CostTable } from "./robustness/cost-table.tsx";
import { StartsTable } from "./robustness/starts-table.tsx";
import { SettingsParts } from "./run-facts.tsx";
import { fallsInWords } from "./yardstick.ts";
import { YearlyTable } from "./yearly-table.tsx";
import { GrowthPicture, haveRatios } from "./growth-picture.tsx";
import { Section } from "./saved-section.tsx";
import styles from "./saved-report.module.css";

export interface ReportContents {
  readonly run: RunRecord;
  readonly report: Report;
  /** null where it could not be worked out: its sections are left out. */
  readonly analysis: Analysis | null;
  /** Which rows of the sell rules sold; null where that is not known. */
  readonly trace: Trace | null;
  /** What weights held; null of a run without them, and where that is not known. */
  readonly holdings: Holdings | null;
  /** What the checks of the run found; empty where they were not made. */
  readonly parts: RobustnessParts;
  readonly notes: readonly Note[];
  /** Milliseconds. */
  readonly savedAt: number;
  /** The style sheets of its parts. */
  readonly style: string;
}

/** How many of the longest lists are shown; the positions are all there. */
const MOST_ROWS = 15;
/** Nothing but the styles that are in the file. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

export function reportHtml(contents: ReportContents): string {
  const { strategyName, backtestStart, backtestEnd } = contents.report.metadata;
  const content = renderToStaticMarkup(
    <SavedPage value>
      <SavedReport {...contents} report={withShownBenchmark(contents.report)} />
    </SavedPage>,
  );
  const whole = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta httpEquiv="Content-Security-Policy" content={POLICY} />
        <title>{`${shownName(strategyName)}, ${formatDayRange(backtestStart, backtestEnd)} · ${PRODUCT_NAME}`}</title>
        <style dangerouslySetInnerHTML={{ __html: contents.style }} />
      </head>
      <body>
        <div id="root" dangerouslySetInnerHTML={{ __html: content }} />
      </body>
    </html>,
  );
  return `<!doctype html>${whole}`;
}

function SavedReport(contents: ReportContents): ReactElement {
  const { run, report, analysis, trace, holdings, parts, notes, savedAt } = contents;
  const { metadata } = report;
  const curves = growthCurves(report);
  const lines = linesInWords(curves);
  const scale = haveRatios(curves) ? storedGrowthScale(suitingScale(curves.day)) : "linear";
  const exits = exitsOf(run.strategy, report.positions, trace);
  return (
    <main className={styles["page"]}>
      <h1>{shownName(metadata.strategyName)}</h1>
      <p className={page["soft"]}>
        {formatDayRange(metadata.backtestStart, metadata.backtestEnd)} · Benchmark: {metadata.benchmark} ·{" "}
        {shownName(run.datasetTitle)}. Simulated with {PRODUCT_NAME} on {formatMoment(run.startedAt)}, saved
        on {formatMoment(savedAt)}.
      </p>
      <Verdict run={run} report={report} parts={parts} />
      {notes.map(({ title, meaning, list = [] }) => (
        <p key={title} className={styles["note"]}>
          <strong>{shownWhole(title)}.</strong> {shownWhole([meaning, ...list].join(" "))}
        </p>
      ))}
      <Section title="Summary">
        <SummaryCards report={report} />
        <MetricCards run={run} report={report} luck={analysis?.luck ?? null} />
      </Section>
      <Reading run={run} report={report} analysis={analysis} parts={parts} />
      <Section title="Account growth">
        <figure>
          <GrowthPicture
            curves={curves}
            currency={metadata.currency}
            scale={scale}
            label={`${lines} over time, the account's ${wordsAtEnds("drawdown", metadata.frequency)} below; the caption says the same in words`}
          />
          <figcaption className={page["soft"]}>
            {describeGrowth(report)} Drawn are {lowerFirst(lines)}
            {scale === "log" && ", on a logarithmic scale"}.
          </figcaption>
        </figure>
      </Section>
      <Section title="Yearly Growth Breakdown">
        <p className={page["soft"]}>Each year from the last close of the year before</p>
        <YearlyTable report={report} />
      </Section>
      <SavedMoney report={report} />
      <SavedHeld report={report} holdings={holdings} />
      {analysis && <FurtherParts section={{ run, report, analysis }} exits={exits} trace={trace} />}
      <Robustness run={run} report={report} parts={parts} />
      <Section title="Setup">
        <NextPart report={report} exits={exits} />
        <SettingsParts run={run} report={report} />
      </Section>
      <AllRebalances report={report} holdings={holdings} />
      <AllPositions report={report} exits={exits} />
    </main>
  );
}

function linesInWords({ average }: GrowthCurves): string {
  return average
    ? "Account (solid), benchmark (dashed) and average share (dotted)"
    : "Account (solid) and benchmark (dashed)";
}

type PartProps = Pick<ReportContents, "run" | "report" | "parts">;

/** The first that it says, as on the page: the part that the run fails first is marked. */
function Verdict({ run, report, parts }: PartProps): ReactElement {
  const withCosts = parts.costs ? costsInWords(parts.costs) : null;
  return (
    <>
      <p className={styles["verdict"]}>
        <VerdictSentence verdict={shownVerdict(yardsticksOf(report, parts))} /> {fallsInWords(report)}
      </p>
      <p>
        {paidInWords(run.strategy)}
        {withCosts !== null && ` ${withCosts}.`}
      </p>
    </>
  );
}

/** What the run tells, a sentence a finding with its weight in front. */
function Reading(props: PartProps & Pick<ReportContents, "analysis">): ReactElement | null {
  const { run, report, analysis, parts } = props;
  const findings = readingOf(readingFacts({ report, strategy: run.strategy, analysis, parts }));
  if (findings.length === 0) return null;
  return (
    <Section title="What this tells">
      <ul className={styles["findings"]}>
        {findings.map(({ id, weight, words }) => (
          <li key={id}>
            <strong>{WEIGHTS[weight].name}:</strong> {shownWhole(words)}
          </li>
        ))}
      </ul>
      <p className={page["soft"]}>What a strategy made in the past is no promise of what it will make.</p>
    </Section>
  );
}

interface FurtherPartsProps {
  readonly section: SectionProps;
  readonly exits: Exits;
  readonly trace: Trace | null;
}

/** All that the analysis adds. */
function FurtherParts({ section, exits, trace }: FurtherPartsProps): ReactElement {
  const { run, report, analysis } = section;
  const { drawdowns, groups, luck } = analysis;
  const deepest = drawdowns.toSorted((a, b) => a.depth - b.depth).slice(0, MOST_ROWS);
  const { byInstrument, byReason, byHolding } = groups;
  return (
    <>
      <Section title="Further figures">
        <FactList
          facts={[
            ...riskFacts(report, analysis, run.strategy.simulation.riskFreePercent),
            ...marketFacts(report, analysis),
            ...tradeFacts(report, analysis),
            ...datedFacts(analysis),
            ...exposureFacts(report, analysis),
          ]}
        />
        <MonthsSection {...section} />
      </Section>
      <Section title={nameAtEnds("Deepest drawdowns", report.metadata.frequency)}>
        <p className={page["soft"]}>
          The {formatCount(deepest.length)} deepest of {countOf(drawdowns.length, "fall")}
        </p>
        <WindowedTable
          label="Deepest drawdowns"
          columns={drawdownColumns(null)}
          rows={deepest}
          rowKey={drawdownKey}
          dense
        />
      </Section>
      <Section title="Distribution of returns">
        <DailyReturns {...section} />
        <PositionReturns {...section} />
        <PositionReturnsInWords {...section} />
      </Section>
      <Section title="Where the money came from">
        <p className={page["soft"]}>Mean held counts sessions</p>
        <Part title="By the reason of the exit">
          <GroupTable
            report={report}
            title="By the reason of the exit"
            first="Reason"
            groups={trace?.byEnd ?? byReason}
            nameOf={({ key }) => exits.nameOf(key)}
          />
        </Part>
        <Part title="By sessions held">
          <GroupTable
            report={report}
            title="By sessions held"
            first="Sessions held"
            groups={byHolding}
            nameOf={holdingOf}
          />
        </Part>
        <Part
          title={`The ${Math.min(MOST_ROWS, byInstrument.length)} most profitable of ${countOf(byInstrument.length, "instrument")}`}
        >
          <GroupTable
            report={report}
            title="The most profitable instruments"
            first="Instrument"
            groups={byInstrument.slice(0, MOST_ROWS)}
            nameOf={({ key }) => key}
          />
        </Part>
      </Section>
      {luck && (
        <Section title="Order of days">
          <LuckFacts report={report} luck={luck} />
          <FactList facts={significanceFacts(report, luck)} />
        </Section>
      )}
    </>
  );
}

/** The best and the worst with the time they came; on the page that stands in what explains a figure. */
function datedFacts({ figures: { best, worst } }: Analysis) {
  const dated = (name: string, found: typeof best.day, when: (text: string) => string) => ({
    name,
    value: found ? `${formatPercentChange(found.percent, 1)}, ${when(found.when)}` : formatPercent(null, 0),
  });
  return [
    dated("Best month", best.month, formatMonth),
    dated("Worst month", worst.month, formatMonth),
    dated("Worst day", worst.day, formatDay),
  ];
}

/** The checks that were worked out before; nothing where none was. */
function Robustness({ run, report, parts }: PartProps): ReactElement | null {
  if (Object.keys(parts).length === 0) return null;
  const { costs, starts = [] } = parts;
  return (
    <Section title="Robustness">
      <p>{findingOf(parts, report)}</p>
      <FactList facts={robustnessFacts(parts, report).filter(({ value }) => value !== DASH)} />
      <PortfolioChecks run={run} report={report} parts={parts} />
      {costs && <CostTable run={run} report={report} costs={costs} />}
      {starts.length > 0 && <StartsTable report={report} starts={starts} />}
    </Section>
  );
}

/** Closed at first, and then left out on paper: there may be thousands. */
function AllPositions({ report, exits }: Pick<PartProps, "report"> & { exits: Exits }): ReactElement {
  const { positions, metadata } = report;
  return (
    <details className={styles["all"]}>
      <summary>All positions ({formatCount(positions.length)})</summary>
      <p className={page["soft"]}>
        In the order of their entries. Days Held counts sessions: trading days from entry to exit.
      </p>
      <WindowedTable
        label="All positions"
        columns={positionColumns({ positions, currency: metadata.currency, exits, addressOf: null })}
        rows={positions}
        rowKey={positionKey}
        dense
      />
    </details>
  );
}
