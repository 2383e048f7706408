import { toCapsule } from "#src/share/capsule.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { saveFile } from "#src/ui/save-file.ts";
import type { Report } from "#workers/model/report.ts";
import { fileName } from "./report-files.ts";

/** Hands over what another device needs to run the same and to compare. */
export async function saveCapsule(run: RunRecord, report: Report): Promise<void> {
  const capsule = await toCapsule(run, report);
  saveFile(fileName(report, "capsule.json"), "application/json", `${JSON.stringify(capsule, null, 2)}\n`);
}
