import { accessibilityFaults } from "./open-app.tsx";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  asking,
  dryRunOf,
  findInTurn,
  importButton,
  infy,
  openImport,
  prices,
  record,
  refusedFile,
} from "./import-checks.tsx";
import { checkImport, importDataset } from "#src/run/import-dataset.ts";
import { dismissImport } from "#src/pages/datasets/import-store.ts";
import type { DatasetRecord } from "#src/storage/records.ts";
import type { CheckedFile, DryRun } from "#workers/model/import-plan.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Progress } from "#workers/model/protocol.ts";
import type { FileNotes } from "#workers/model/reading.ts";

vi.mock("#src/run/start-run.ts", () => ({
  markInterruptedRuns: () => Promise.resolve({ ok: true, value: [] }),
}));
vi.mock("#src/run/import-dataset.ts", () => ({
  prepareImport: () => Promise.resolve(),
  forgetImport: () => Promise.resolve(),
  checkImport: vi.fn<(...args: unknown[]) => Promise<unknown>>(),
  importDataset: vi.fn<(...args: unknown[]) => Promise<unknown>>(),
  deleteDataset: vi.fn<(id: string) => Promise<unknown>>(),
}));

/** An import that the test ends when it wants to, and whose progress it reports. */
function holdImport() {
  const ends: ((outcome: Result<DatasetRecord>) => void)[] = [];
  const onProgress = new Promise<(progress: Progress) => void>((begun) => {
    vi.mocked(importDataset).mockImplementationOnce((_request, listener, signal) => {
      begun(listener);
      return new Promise((resolve) => {
        const cancelled: Problem = { code: "cancelled", message: "Cancelled." };
        signal.addEventListener("abort", () => resolve({ ok: false, problem: cancelled }));
        ends.push(resolve);
      });
    });
  });
  return { end: (outcome: Result<DatasetRecord>) => ends.forEach((end) => end(outcome)), onProgress };
}

beforeEach(() => {
  dismissImport();
  vi.mocked(importDataset).mockReset();
  vi.mocked(checkImport).mockReset();
});

describe("a list of companies", () => {
  const list: CheckedFile = {
    ...infy,
    file: "list.csv",
    kind: "instruments",
    table: null,
    bars: 0,
    symbolCount: 40,
  };
  const facts = {
    listed: 40,
    matched: 2,
    names: 2,
    sectors: 1,
    marketCaps: 1,
    asOf: "2021-12-31",
    examples: [{ symbol: "INFY", name: "Infosys", sector: "Software", sharesOutstanding: 4_200_000 }],
  };

  it("is previewed with its day, and with the warning that it looks ahead", async () => {
    findInTurn({ ...dryRunOf(infy, list), facts }, { ...dryRunOf(infy, list), facts });
    await openImport(prices("infy.csv"), prices("list.csv"));
    const view = within(await screen.findByRole("region", { name: "Facts of companies" }));
    expect(
      view.getByText(
        "2 of 40 listed companies are in the data: 2 names, 1 sector, 1 market cap come with them.",
      ),
    ).toBeTruthy();
    expect(view.getByText("INFY: Infosys, Software, 4,200,000 shares")).toBeTruthy();
    expect(view.getByText(/looks ahead: ranks by market cap use the figures of 31\/12\/2021/)).toBeTruthy();
    fireEvent.change(view.getByLabelText("Day of the list's figures"), { target: { value: "2021-06-30" } });
    await waitFor(() => expect(vi.mocked(checkImport).mock.lastCall?.[0].factsAsOf).toBe("2021-06-30"));
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("without prices asks for the dataset that it goes to", async () => {
    findInTurn({ ...dryRunOf(list), planned: { ...dryRunOf(list).planned, files: 0, bars: 0 }, facts });
    await openImport(prices("list.csv"));
    expect(
      await screen.findByText("1 file without prices. Choose the dataset that the facts go to."),
    ).toBeTruthy();
  });
});

describe("a file of facts", () => {
  const file: CheckedFile = {
    ...infy,
    file: "facts.csv",
    kind: "facts",
    format: "facts that become known over time",
    table: null,
    rows: 1200,
    bars: 0,
    leftOut: [],
    leftOutCount: 0,
    message: "eps, pe of 41 instruments.",
  };
  const notes: FileNotes = {
    file: "facts.csv",
    layout: "facts, a row each",
    rows: 1200,
    bars: 0,
    leftOut: 0,
    repeats: 0,
    closeOnly: 0,
    instruments: 1,
    firstDate: "2019-01-31",
    lastDate: "2021-10-31",
    issues: [{ file: "facts.csv", line: 7, message: "facts.csv:7: INFY has eps a second time." }],
    warnings: ["40 symbols without prices are ignored: A, B, ..."],
    facts: { kind: "fact", names: ["eps", "pe"], steps: 1100, contradictions: 1, unmatched: 40 },
  };

  it("is told with its names, what it gives, whom it is not for, and what contradicts itself", async () => {
    findInTurn({ ...dryRunOf(infy, file), factFiles: [notes] });
    await openImport(prices("infy.csv"), prices("facts.csv"));
    const view = within(await screen.findByRole("region", { name: "Facts that become known" }));
    expect(
      view.getByText("facts.csv: eps, pe: 1,100 values of 1 instrument, 31/01/2019 – 31/10/2021."),
    ).toBeTruthy();
    expect(view.getByText("40 symbols without prices are ignored: A, B, ...")).toBeTruthy();
    expect(view.getByText("facts.csv:7: INFY has eps a second time.")).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("without prices asks for the dataset that it goes to", async () => {
    findInTurn({ ...dryRunOf(file), factFiles: [notes] });
    await openImport(prices("facts.csv"));
    expect(
      await screen.findByText("1 file without prices. Choose the dataset that the facts go to."),
    ).toBeTruthy();
  });
});

describe("a dry run", () => {
  it("says in one line that a good file is good, and what it was taken for on demand", async () => {
    findInTurn(dryRunOf(infy));
    const user = await openImport(prices("infy.csv"));
    expect(
      await screen.findByText("1 file, 1 instrument, 748 bars, 01/01/2020 – 31/12/2021: looks good."),
    ).toBeTruthy();
    expect((await importButton()).disabled).toBe(false);
    expect(screen.getByLabelText<HTMLSelectElement>("Exchange").value).toBe("NYSE");
    expect(screen.getByText("A guess, from the file's name.")).toBeTruthy();
    await user.click(screen.getByText("How it was read"));
    expect(screen.getByText('infy.csv:12: close is "n/a". Correct or delete that row.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLSelectElement>("What Close is").value).toBe("close");
    expect(vi.mocked(importDataset)).not.toHaveBeenCalled();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("asks once for files of one layout, and imports when it is answered", async () => {
    const other = { ...asking, file: "wipro.csv", symbols: ["WIPRO"] };
    findInTurn(dryRunOf(asking, other), dryRunOf({ ...asking, verdict: "ok" }, { ...other, verdict: "ok" }));
    const user = await openImport(prices("tcs.csv"), prices("wipro.csv"));
    expect(await screen.findByText(/Dates like 03\/04\/2020 can be/)).toBeTruthy();
    expect((await importButton()).disabled).toBe(true);
    expect(screen.getByText("First answer the questions about 2 files, or leave them out.")).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(screen.getByRole("button", { name: /^Day first/ }));
    await waitFor(() => expect(screen.queryByText(/Dates like/)).toBeNull());
    expect(vi.mocked(checkImport).mock.lastCall?.[0].answers).toEqual(
      new Map([
        ["tcs.csv", { dateOrder: "dmy" }],
        ["wipro.csv", { dateOrder: "dmy" }],
      ]),
    );
    expect(screen.getByText(/You said: dates are day, month, year/)).toBeTruthy();
    expect((await importButton()).disabled).toBe(false);
  });

  it("works in answers that come during a look after it, without ending it", async () => {
    const other = { ...asking, file: "wipro.csv", encoding: "GBK", symbols: ["WIPRO"] };
    findInTurn(dryRunOf(asking, other));
    const user = await openImport(prices("tcs.csv"), prices("wipro.csv"));
    const questions = await screen.findAllByRole("button", { name: /^Day first/ });
    expect(questions).toHaveLength(2);
    const ends: ((found: Result<DryRun>) => void)[] = [];
    vi.mocked(checkImport).mockImplementation(() => new Promise((resolve) => ends.push(resolve)));
    for (const question of questions) {
      // oxlint-disable-next-line no-await-in-loop -- one click after the other
      await user.click(question);
    }
    expect(ends).toHaveLength(1);
    expect(vi.mocked(checkImport).mock.lastCall?.[2].aborted).toBe(false);
    await act(async () => ends[0]?.({ ok: true, value: dryRunOf({ ...asking, verdict: "ok" }, other) }));
    await waitFor(() => expect(ends).toHaveLength(2));
    expect((await importButton()).disabled).toBe(true);
    expect(vi.mocked(checkImport).mock.lastCall?.[0].answers).toEqual(
      new Map([
        ["tcs.csv", { dateOrder: "dmy" }],
        ["wipro.csv", { dateOrder: "dmy" }],
      ]),
    );
    const well = dryRunOf({ ...asking, verdict: "ok" }, { ...other, verdict: "ok" });
    await act(async () => ends[1]?.({ ok: true, value: well }));
    expect((await importButton()).disabled).toBe(false);
    expect(ends).toHaveLength(2);
  });

  it("takes an answer to one question about columns for that one alone, and keeps it beside the next", async () => {
    const doubts = (["missing", "wild"] as const).map((doubt) => {
      return { about: "columns", doubt, text: `${doubt}?`, choices: ["take"] } as const;
    });
    findInTurn(
      dryRunOf({ ...asking, questions: doubts }),
      dryRunOf({ ...asking, questions: doubts.slice(1) }),
      dryRunOf({ ...asking, verdict: "ok" }),
    );
    const user = await openImport(prices("tcs.csv"));
    expect(await screen.findAllByRole("button", { name: "Yes, import them as they are" })).toHaveLength(2);
    const first = within(screen.getByRole("group", { name: "missing?" }));
    await user.click(first.getByRole("button", { name: "Yes, import them as they are" }));
    await waitFor(() => expect(screen.queryByText("missing?")).toBeNull());
    expect(vi.mocked(checkImport).mock.lastCall?.[0].answers).toEqual(
      new Map([["tcs.csv", { columns: ["missing"] }]]),
    );
    expect((await importButton()).disabled).toBe(true);
    await user.click(screen.getByRole("button", { name: "Yes, import them as they are" }));
    await waitFor(() => expect(screen.queryByText("wild?")).toBeNull());
    expect(vi.mocked(checkImport).mock.lastCall?.[0].answers).toEqual(
      new Map([["tcs.csv", { columns: ["missing", "wild"] }]]),
    );
    expect(screen.getByText(/You said: the close stands for what is missing; prices far from/)).toBeTruthy();
    expect((await importButton()).disabled).toBe(false);
  });

  it("leaves a file out when the person says so, and takes it in again", async () => {
    findInTurn(
      dryRunOf(infy, { ...asking, encoding: "GBK" }),
      dryRunOf(infy, { ...asking, encoding: "GBK" }),
    );
    const user = await openImport(prices("infy.csv"), prices("tcs.csv"));
    await user.click(await screen.findByRole("button", { name: "Leave this file out" }));
    expect(await screen.findByText("Left out by you")).toBeTruthy();
    expect(screen.getByText(/: 1 file left out\.$/)).toBeTruthy();
    expect(vi.mocked(checkImport).mock.lastCall?.[0].leftOut).toEqual(new Set(["tcs.csv"]));
    expect(screen.getByRole("button", { name: "Include again" })).toBeTruthy();
  });

  it("shows a refused file with its reason, and imports the others", async () => {
    findInTurn(dryRunOf(infy, refusedFile));
    await openImport(prices("infy.csv"), prices("photo.png"));
    expect(await screen.findByText("A picture; download the data as CSV")).toBeTruthy();
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Import 1 file" });
    expect(button.disabled).toBe(false);
  });

  it("can't import where nothing is left", async () => {
    findInTurn(dryRunOf(refusedFile));
    await openImport(prices("photo.png"));
    expect(await screen.findByText("1 file, and none of them has prices that can be imported.")).toBeTruthy();
    expect((await importButton()).disabled).toBe(true);
  });

  it("takes another meaning of a column for all files of the layout, and what had it before for none", async () => {
    findInTurn(dryRunOf(infy), dryRunOf(infy));
    const user = await openImport(prices("infy.csv"));
    await user.click(await screen.findByText("How it was read"));
    await user.selectOptions(screen.getByLabelText("What Adj is"), "close");
    expect(vi.mocked(checkImport).mock.lastCall?.[0].answers.get("infy.csv")).toEqual({
      columnRoles: { 0: "date", 1: "ignore", 2: "close" },
    });
  });

  it("remembers what was said of a layout, offers it the next time, and forgets it on demand", async () => {
    const answered = { ...asking, verdict: "ok" } as const;
    findInTurn(dryRunOf(asking), dryRunOf(answered));
    const user = await openImport(prices("tcs.csv"));
    await user.click(await screen.findByRole("button", { name: /^Day first/ }));
    await user.click(await screen.findByRole("button", { name: "Remember for this layout" }));
    await waitFor(() =>
      expect(screen.queryByRole("button", { name: "Remember for this layout" })).toBeNull(),
    );
    await user.click(screen.getByRole("button", { name: "Discard the files" }));

    const next = { ...asking, file: "sbin.csv", symbols: ["SBIN"] };
    findInTurn(dryRunOf(next), dryRunOf({ ...next, verdict: "ok" }), dryRunOf(next));
    await user.upload(screen.getByLabelText("Choose files", { selector: "input" }), prices("sbin.csv"));
    expect(
      await screen.findByText(
        /^On .* you had files like tcs\.csv read like this: dates are day, month, year\.$/,
      ),
    ).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Read these the same way" }));
    expect(vi.mocked(checkImport).mock.lastCall?.[0].answers.get("sbin.csv")).toEqual({ dateOrder: "dmy" });
    await user.click(await screen.findByRole("button", { name: "Take it back" }));
    await user.click(await screen.findByRole("button", { name: "Forget it" }));
    await waitFor(() => expect(screen.queryByText(/you had files like/)).toBeNull());
  });

  it("that fails says why and can be tried again", async () => {
    const lost: Problem = { code: "worker-lost", message: "The background worker stopped answering." };
    vi.mocked(checkImport).mockResolvedValueOnce({ ok: false, problem: lost });
    findInTurn(dryRunOf(infy));
    const user = await openImport(prices("infy.csv"));
    expect(await screen.findByText(/Nothing was imported\. The background worker stopped/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText(/looks good/)).toBeTruthy();
  });

  it("can be put away, and nothing stays of it", async () => {
    findInTurn(dryRunOf(infy));
    const user = await openImport(prices("infy.csv"));
    await user.click(await screen.findByRole("button", { name: "Discard the files" }));
    expect(screen.getByRole("button", { name: "Choose files" })).toBeTruthy();
    expect(vi.mocked(importDataset)).not.toHaveBeenCalled();
  });

  it("is made of a pasted table", async () => {
    findInTurn(dryRunOf({ ...infy, file: "paste.csv" }));
    const user = await openImport();
    await user.click(screen.getByText("Paste a table"));
    await user.type(screen.getByRole("textbox", { name: /^Rows with their header/ }), "date,close");
    await user.click(screen.getByRole("button", { name: "Look at it" }));
    expect(await screen.findByText(/looks good/)).toBeTruthy();
    const [file] = vi.mocked(checkImport).mock.lastCall?.[0].files ?? [];
    expect([file?.name, file?.bytes.size]).toEqual(["paste.csv", 10]);
  });
});

async function openChecked() {
  findInTurn(dryRunOf(infy));
  return openImport(prices("infy.csv"));
}

describe("an import", () => {
  it("shows its progress, then what was understood and what was left out with its reasons", async () => {
    const { end, onProgress } = holdImport();
    const user = await openChecked();
    await user.selectOptions(await screen.findByRole("combobox", { name: "Exchange" }), "BSE");
    await user.click(await importButton());
    const report = await onProgress;
    act(() =>
      report({
        stage: "reading",
        bytesRead: 5_000_000,
        bytesTotal: 10_000_000,
        rows: 1200,
        date: null,
        positions: 0,
        percent: 50,
        secondsLeft: 3,
      }),
    );
    expect(screen.getByText("50%: 1,200 rows, 5.0 MB of 10 MB, about 3 s left")).toBeTruthy();
    expect(vi.mocked(importDataset).mock.calls[0]?.[0]).toMatchObject({
      title: "infy",
      digest: "as agreed",
      defaults: new Map([["infy.csv", { exchange: "BSE", instrumentType: "EQUITY", currency: "" }]]),
    });
    await act(async () => end({ ok: true, value: record }));
    expect(await screen.findByText(/"My shares" was imported/)).toBeTruthy();
    await user.click(screen.getByText("What was read and what was left out"));
    const outcome = within(screen.getByRole("region", { name: "Outcome of the import" }));
    expect(outcome.getByText("1 file read, 748 bars taken, 2 rows left out.")).toBeTruthy();
    expect(outcome.getByText("taken for: comma, symbol from the file name")).toBeTruthy();
    expect(outcome.getByText(/infy\.csv:12: close is "n\/a"/)).toBeTruthy();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("goes to what it says meanwhile and to its outcome, which lie above the button that began it", async () => {
    const { end } = holdImport();
    const user = await openChecked();
    const seen = vi.spyOn(Element.prototype, "scrollIntoView");
    await user.click(await importButton());
    const progress = screen.getByRole("progressbar", { name: "Import" });
    const hasProgress = (each: unknown): boolean => each instanceof Element && each.contains(progress);
    expect(seen.mock.contexts.map(hasProgress)).toEqual([true]);
    await act(async () => end({ ok: true, value: record }));
    const heading = await screen.findByRole("heading", { name: "Outcome of the import" });
    expect(document.activeElement).toBe(heading);
    expect(seen.mock.contexts.at(-1)).toBe(heading);
    vi.restoreAllMocks();
  });

  it("leaves the focus where a person has moved it meanwhile", async () => {
    const { end } = holdImport();
    const user = await openChecked();
    await user.click(await importButton());
    const link = screen.getAllByRole("link")[0];
    link?.focus();
    const seen = vi.spyOn(Element.prototype, "scrollIntoView");
    await act(async () => end({ ok: true, value: record }));
    await screen.findByText(/"My shares" was imported/);
    expect(document.activeElement).toBe(link);
    expect(seen).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it("can be cancelled, and what was looked at is still there", async () => {
    holdImport();
    const user = await openChecked();
    await user.click(await importButton());
    await user.click(await screen.findByRole("button", { name: "Cancel" }));
    expect(await screen.findByText("The import was cancelled. Nothing of it was kept.")).toBeTruthy();
    expect(screen.getByText(/looks good/)).toBeTruthy();
  });

  it("that is refused says why, with the reasons", async () => {
    const { end } = holdImport();
    const user = await openChecked();
    await user.click(await importButton());
    const problem: Problem = {
      code: "storage-failed",
      message: "There is no room for these prices.",
      details: ["They take 30 MB."],
    };
    await act(async () => end({ ok: false, problem }));
    const alert = within(await screen.findByRole("alert"));
    expect(alert.getByText("⚠ Nothing was imported. There is no room for these prices.")).toBeTruthy();
    expect(alert.getByText("They take 30 MB.")).toBeTruthy();
  });
});
