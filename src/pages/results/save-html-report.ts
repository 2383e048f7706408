import { analyseRun } from "#src/run/analyse-run.ts";
import { askOfRun } from "#src/run/ask.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { loadRun } from "#src/storage/runs.ts";
import { saveFile } from "#src/ui/save-file.ts";
import type { Trace } from "#workers/model/analysis.ts";
import type { Holdings } from "#workers/model/holdings.ts";
import type { Report } from "#workers/model/report.ts";
import { exitsOf } from "./exit-reasons.ts";
import { keptParts } from "./kept-checks.ts";
import { notesOf } from "./notes.ts";
import { fileName } from "./report-files.ts";
import { loadContext } from "./run-context.ts";
import { reportHtml } from "./saved-report.tsx";

/** Hands over the run as one HTML file; what the worker can't work out is left out. */
export async function saveHtmlReport(run: RunRecord, report: Report): Promise<void> {
  const [analysed, context, stored, trace, holdings, style] = await Promise.all([
    analyseRun(run, report),
    loadContext(run),
    loadRun(run.id), // the page's own record is without what was found since
    tracedWhereAsked(run, report),
    heldByWeights(run, report),
    pageStyles(),
  ]);
  const parts = stored.ok ? await keptParts(stored.value) : {};
  const { lookAhead } = parts;
  const page = reportHtml({
    run,
    report,
    analysis: analysed.ok ? analysed.value : null,
    trace,
    holdings,
    parts,
    notes: notesOf(run, report, { ...context, ...(lookAhead && { lookAhead }) }),
    savedAt: Date.now(),
    style,
  });
  saveFile(fileName(report, "report.html"), "text/html", page);
}

/** The run is made again only where several rows may have sold; null as well where it can't be. */
async function tracedWhereAsked(run: RunRecord, report: Report): Promise<Trace | null> {
  const { positions } = report;
  const exits = exitsOf(run.strategy, positions, null);
  const isOpen = positions.some((position) => exits.keyOf(position) === "rule");
  if (!isOpen || (run.strategy.sell.rules ?? []).length === 0) return null;
  const traced = await askOfRun("trace", run, (request) => ({ ...request, positions }));
  return traced.ok ? traced.value : null;
}

/** null of a run without weights, and where its prices can't be read again. */
async function heldByWeights(run: RunRecord, report: Report): Promise<Holdings | null> {
  if (report.rebalances === undefined) return null;
  const held = await askOfRun("holdings", run, (request) => request);
  return held.ok ? held.value : null;
}

/** The page's style sheets as they were written: what a browser makes of their rules it can't always write down again. */
async function pageStyles(): Promise<string> {
  const texts = [...document.styleSheets].map(async ({ href, ownerNode }) =>
    href === null ? (ownerNode?.textContent ?? "") : (await fetch(href, { cache: "force-cache" })).text(),
  );
  return (await Promise.all(texts)).join("\n");
}
