/** Datasets and dry runs as a page meets them, and the Data screen with files chosen. Its tests mock the worker. */
import { openApp } from "./open-app.tsx";
import { screen } from "@testing-library/react";
import { vi } from "vitest";
import { checkImport } from "#src/run/import-dataset.ts";
import type { DatasetRecord } from "#src/storage/records.ts";
import type { CheckedFile, DryRun } from "#workers/model/import-plan.ts";

export const record: DatasetRecord = {
  id: "mine",
  title: "My shares",
  importedAt: 0,
  facts: {
    instruments: 2,
    bars: 1500,
    firstDate: "2020-01-01",
    lastDate: "2021-12-31",
    exchanges: ["NSE"],
    instrumentTypes: ["EQUITY"],
    fingerprint: "abc",
    bytes: 36_000,
  },
  notes: {
    files: [
      {
        file: "infy.csv",
        layout: "comma, symbol from the file name",
        rows: 750,
        bars: 748,
        leftOut: 2,
        repeats: 0,
        closeOnly: 0,
        instruments: 1,
        firstDate: "2020-01-01",
        lastDate: "2021-12-31",
        issues: [
          { file: "infy.csv", line: 12, message: 'infy.csv:12: close is "n/a". Correct or delete that row.' },
          {
            file: "infy.csv",
            line: 90,
            message: "infy.csv:90: high is below low. Correct or delete that row.",
          },
        ],
      },
    ],
  },
  defaults: { exchange: "NSE", instrumentType: "EQUITY", currency: "" },
};

/** A file as its dry run finds it well: 748 bars of one instrument. */
export const infy: CheckedFile = {
  file: "infy.csv",
  verdict: "ok",
  kind: "prices",
  format: "one instrument",
  encoding: "UTF-8",
  delimiter: "comma",
  symbols: ["INFY"],
  rates: [],
  rateCount: 0,
  symbolCount: 1,
  rows: 750,
  bars: 748,
  first: "2020-01-01",
  last: "2021-12-31",
  frequency: "daily",
  adjusted: false,
  adjustment: null,
  closeOnly: false,
  leftOut: [
    { line: 12, reason: 'close is "n/a". Correct or delete that row.' },
    { line: 90, reason: "high is below low. Correct or delete that row." },
  ],
  leftOutCount: 2,
  questions: [],
  warnings: [],
  table: {
    columns: [
      { index: 0, title: "Date", role: "date", symbol: "" },
      { index: 1, title: "Close", role: "close", symbol: "" },
      { index: 2, title: "Adj", role: "ignore", symbol: "" },
    ],
    sample: [["2020-01-01", "10.5", "9.5"]],
    sampleLine: 2,
    currency: "",
    dateOrder: null,
    decimal: "dot",
    symbolFrom: "file-name",
  },
  repeats: 0,
  quality: [],
  message: "INFY: 748 bars.",
};

export const asking: CheckedFile = {
  ...infy,
  file: "tcs.csv",
  verdict: "ask",
  symbols: ["TCS"],
  questions: [
    {
      about: "date-order",
      text: "Dates like 03/04/2020 can be day/month/year or month/day/year; no day in the file decides.",
      choices: ["dmy", "mdy"],
    },
  ],
};

export const refusedFile: CheckedFile = {
  ...infy,
  file: "photo.png",
  verdict: "refuse",
  kind: "other",
  table: null,
  symbols: [],
  symbolCount: 0,
  bars: 0,
  message: "a picture; download the data as CSV",
};

export function dryRunOf(...files: readonly CheckedFile[]): DryRun {
  const good = files.filter(({ verdict }) => verdict === "ok");
  const isEmpty = good.length === 0;
  return {
    files,
    planned: {
      files: good.length,
      instruments: good.length,
      bars: good.reduce((bars, file) => bars + file.bars, 0),
      first: isEmpty ? null : "2020-01-01",
      last: isEmpty ? null : "2021-12-31",
      digest: "as agreed",
      gaps: { instruments: 0, sessions: 0, longest: [] },
      frequency: "daily",
    },
    before: null,
    facts: null,
    actions: null,
    splits: { splits: [], count: 0 },
    factFiles: [],
    timeline: null,
    guesses: new Map(
      files.map(({ file }) => [
        file,
        { exchange: { value: "NYSE", from: "the file's name" }, instrumentType: null, currency: null },
      ]),
    ),
  };
}

/** What the worker finds, one look after the other. */
export function findInTurn(...found: readonly DryRun[]): void {
  for (const dryRun of found) vi.mocked(checkImport).mockResolvedValueOnce({ ok: true, value: dryRun });
}

/** A chosen file, with the path that browsers give one outside a chosen folder. */
export function prices(name: string): File {
  const file = new File(["date,close\n2020-01-01,1\n"], name, { type: "text/csv" });
  return Object.defineProperty(file, "webkitRelativePath", { value: "" });
}

export async function openImport(...files: readonly File[]): Promise<ReturnType<typeof openApp>> {
  const user = openApp("/data");
  const input = await screen.findByLabelText<HTMLInputElement>(
    "Choose files",
    { selector: "input" },
    { timeout: 30_000 },
  );
  if (files.length > 0) await user.upload(input, [...files]);
  return user;
}

export const importButton = (): Promise<HTMLButtonElement> =>
  screen.findByRole<HTMLButtonElement>("button", { name: /^Import/ });
