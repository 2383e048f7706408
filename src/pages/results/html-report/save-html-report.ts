import { analyseRun } from "#src/run/analyse-run.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { saveFile } from "#src/ui/save-file.ts";
import type { Report } from "#workers/model/report.ts";
import { notesOf } from "../notes.ts";
import { fileName } from "../report-files.ts";
import { loadContext } from "../run-context.ts";
import { reportHtml } from "./report-html.ts";

/** Hands over the run as one HTML file; what the worker can't work out is left out. */
export async function saveHtmlReport(run: RunRecord, report: Report): Promise<void> {
  const [analysed, context] = await Promise.all([analyseRun(run, report), loadContext(run)]);
  const page = reportHtml({
    run,
    report,
    analysis: analysed.ok ? analysed.value : null,
    notes: notesOf(run, report, context),
    savedAt: Date.now(),
  });
  saveFile(fileName(report, "report.html"), "text/html", page);
}
