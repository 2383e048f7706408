/** A small dataset as the catalogue keeps it. */
import type { DatasetRecord } from "#src/storage/records.ts";

export function smallDataset(fingerprint = ""): DatasetRecord {
  return {
    id: "data",
    title: "Three shares",
    importedAt: 1000,
    facts: {
      instruments: 3,
      bars: 30,
      firstDate: "2020-01-01",
      lastDate: "2020-01-10",
      exchanges: ["NSE"],
      instrumentTypes: ["EQUITY"],
      fingerprint,
      bytes: 1234,
    },
    notes: { files: [] },
    defaults: { exchange: "NSE", instrumentType: "EQUITY", currency: "" },
  };
}
