/** What the Data screen says of facts: when they become known, how many instruments they cover, and the question of a lag. */
import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { LagForm } from "#src/pages/datasets/question-view.tsx";
import { factNotes } from "#tests/support/fact-notes.ts";
import { FactCoverageView } from "#src/pages/datasets/fact-coverage.tsx";
import { FactFilesView, TimelineView } from "#src/pages/datasets/fact-files-view.tsx";
import type { FileNotes } from "#workers/model/reading.ts";

afterEach(cleanup);

describe("a time line", () => {
  it("says of each figure what it is of, from when a rule may use it, and where that is assumed", () => {
    const line = { span: "quarter", periodEnd: "2019-03-31", value: 1500, line: 2 };
    render(
      <TimelineView
        timeline={{
          symbol: "AB",
          name: "revenue",
          lines: [
            { ...line, knownFrom: "2019-05-02", isAssumed: false },
            {
              ...line,
              line: 3,
              value: 1.5,
              span: null,
              periodEnd: null,
              knownFrom: "2019-05-16",
              isAssumed: true,
            },
          ],
          others: 3,
        }}
      />,
    );
    const [first, second] = within(screen.getByRole("list")).getAllByRole("listitem");
    expect(first?.textContent).toBe("1,500 of the quarter to 31/03/2019, from 02/05/2019");
    expect(second?.textContent).toBe("1.50, from 16/05/2019 (assumed)");
    expect(screen.getByText("and 3 earlier ones")).toBeTruthy();
  });
});

describe("the facts of a dataset", () => {
  const fact = {
    name: "revenue.ttm",
    kind: "fact",
    lag: { quarter: 45, year: null },
    coverage: { newest: "2020-02-01", firstYear: 2019, instruments: [3, 0] },
  } as const;

  it("say their newest day, what is assumed, and how many instruments they cover in each year", async () => {
    const remove = vi.fn<() => void>();
    render(<FactCoverageView factNames={[fact]} instruments={4} notes={null} onDelete={remove} />);
    await userEvent.click(screen.getByText("Facts: 1 name"));
    const item = screen.getByRole("listitem").textContent;
    expect(item).toContain("newest 01/02/2020");
    expect(item).toContain("statements taken as known 45 days after their quarter: an assumption");
    expect(item).toContain("2019: 3 of 4 · 2020: – of 4");
    await userEvent.click(screen.getByRole("button", { name: "Delete the facts" }));
    expect(remove).toHaveBeenCalledOnce();
  });

  it("can't be deleted from data that comes with the app", async () => {
    render(<FactCoverageView factNames={[fact]} instruments={4} notes={null} onDelete={null} />);
    await userEvent.click(screen.getByText("Facts: 1 name"));
    expect(screen.queryByRole("button", { name: "Delete the facts" })).toBeNull();
  });
});

describe("facts of an import whose companies the prices lack", () => {
  const notes: FileNotes = {
    ...factNotes,
    file: "f.csv",
    layout: "SimFin statements",
    facts: { kind: "fact", names: ["eps.ttm"], steps: 1, contradictions: 0, unmatched: 8 },
  };

  it("list them on demand, and say how many more there are", async () => {
    const unmatchedSymbols = ["C1", "C2", "C3", "C4", "C5", "C6"];
    const facts = notes.facts && { ...notes.facts, unmatchedSymbols };
    render(<FactFilesView files={[{ ...notes, ...(facts ? { facts } : {}) }]} timeline={null} />);
    await userEvent.click(screen.getByText("The 8 without prices"));
    expect(screen.getByText("C1, C2, C3, C4, C5, C6 and 2 more")).toBeTruthy();
  });

  it("say nothing more where a sentence names all", () => {
    render(<FactFilesView files={[notes]} timeline={null} />);
    expect(screen.queryByText(/without prices$/)).toBeNull();
  });
});

describe("the question of a lag", () => {
  it("suggests days, and takes numbers alone", async () => {
    render(<LagForm question={{ about: "lag", text: "", choices: ["45/60", "45/90"], files: [] }} />);
    const quarter = screen.getByLabelText<HTMLInputElement>("Days after a quarter");
    const year = screen.getByLabelText<HTMLInputElement>("Days after a year");
    expect([quarter.value, year.value]).toEqual(["45", "60"]);
    const use = screen.getByRole<HTMLButtonElement>("button", { name: "Take them as known from then on" });
    expect(use.disabled).toBe(false);
    await userEvent.clear(quarter);
    expect(use.disabled).toBe(true);
    await userEvent.type(quarter, "soon");
    expect(use.disabled).toBe(true);
  });
});
