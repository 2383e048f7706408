/** What each section of the analysis draws from. */
import type { RunRecord } from "#src/storage/records.ts";
import type { Analysis } from "#workers/model/analysis.ts";
import type { Report } from "#workers/model/report.ts";

export interface SectionProps {
  readonly run: RunRecord;
  readonly report: Report;
  readonly analysis: Analysis;
}
