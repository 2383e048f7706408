/** The page of the rule language: everything is there, the search finds it in plain words, links lead to it. */
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { matching, partsOf } from "#src/pages/functions/entries.ts";
import { FunctionsPage } from "#src/pages/functions/functions-page.tsx";
import * as save from "#src/ui/save-file.ts";
import { watchScrolling } from "#tests/support/watch-scrolling.ts";
import { FUNCTIONS } from "#workers/rules/function-table.ts";
import { NAMES } from "#workers/rules/name-table.ts";
import { makeReference, referenceJson } from "#workers/words/reference.ts";

const scrolledTo = watchScrolling();

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  history.replaceState(null, "", "/");
});

function open(path = "/functions") {
  history.replaceState(null, "", path);
  return render(
    <main>
      <FunctionsPage />
    </main>,
  );
}

const shownTitles = () => screen.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent);
const search = (typed: string) =>
  fireEvent.change(screen.getByLabelText("Search"), { target: { value: typed } });

describe("the entries", () => {
  it("are every function and name, each with a link of its own that is there once", () => {
    open();
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    expect([...FUNCTIONS, ...NAMES].filter(({ name }) => !ids.includes(name))).toEqual([]);
    expect(ids.length).toBe(new Set(ids).size);
    const broken = [...document.querySelectorAll("a")].filter(
      (link) => !document.getElementById(link.hash.slice(1)),
    );
    expect(broken.map((link) => link.href)).toEqual([]);
  });

  it("say how a function is written, what it gives, and an example in words", () => {
    open();
    const entry = within(document.getElementById("sma") ?? document.body);
    expect(entry.getByText("sma(x, n)")).toBeTruthy();
    expect(entry.getByText("sma(n)")).toBeTruthy();
    expect(entry.getByText("a whole number, 1 to 5,000")).toBeTruthy();
    expect(entry.getByText("The average of the last n values.")).toBeTruthy();
    expect(entry.getByText("close > sma(200)")).toBeTruthy();
    expect(entry.getByText("The close is above its 200-day average.")).toBeTruthy();
    expect(
      within(document.getElementById("rsi") ?? document.body).getByText(/^Gives a number/).textContent,
    ).toBe("Gives a number that counts as a percent.");
  });

  it("have nothing that axe objects to", async () => {
    open();
    const { violations } = await axe.run(document.body, { rules: { "color-contrast": { enabled: false } } });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
});

describe("the search", () => {
  const PARTS = partsOf(makeReference());
  const found = (typed: string) =>
    matching(PARTS, typed).flatMap(({ entries }) => entries.map(({ id }) => id));

  it.each([
    { typed: "relative strength", id: "rsi" },
    { typed: "bollinger upper", id: "bollingerUpper" },
    { typed: "STANDARD deviation", id: "stdev" },
    { typed: "simple moving average", id: "sma" },
    { typed: "momentum", id: "growth" },
    { typed: "benchmark", id: "market" },
    { typed: "crore", id: "suffix-cr" },
    { typed: "crosses", id: "sign-crosses" },
    { typed: "open position", id: "profit" },
  ])("finds $id by “$typed”", ({ typed, id }) => {
    expect(found(typed)).toContain(id);
  });

  it("wants every word, and shows all where none is typed", () => {
    expect(found("sector")).toEqual(["rank", "place", "sign-quotes"]);
    expect(found("sector volume")).toEqual([]);
    expect(matching(PARTS, "  ")).toEqual(PARTS);
  });

  it("leaves what was found, says how many, and clears", () => {
    open();
    const all = shownTitles();
    search("weekday");
    expect(shownTitles()).toEqual(["weekday"]);
    expect(screen.getByText("1 entry found")).toBeTruthy();
    search("weekday zzz");
    expect(screen.getByText("no entries found")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Show everything" }));
    expect(shownTitles()).toEqual(all);
  });
});

describe("a link to an entry", () => {
  it("brings it into view and puts the focus there", async () => {
    open("/functions#stochK");
    await waitFor(() => expect(scrolledTo).toHaveBeenCalledWith("stochK"));
    expect(document.activeElement?.textContent).toBe("stochK(n)");
  });

  it.each(["/functions#nothing", "/functions#%E0%A4%A"])(
    "%s is no fault where nothing is called that",
    async (at) => {
      open(at);
      await new Promise((resolve) => requestAnimationFrame(resolve));
      expect(scrolledTo).not.toHaveBeenCalled();
    },
  );
});

const box = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "A rule" });
const type = (line: string) => fireEvent.change(box(), { target: { value: line } });

describe("the box to try a formula", () => {
  it("tells a right rule in plain words, and a wrong one with the nearest name as a click", async () => {
    open();
    const own = within(document.getElementById("try") ?? document.body);
    expect(own.getByText("The close is above its 200-day average")).toBeTruthy();
    type("close > sam(50)");
    expect(await own.findByText("Column 9: sam is not known.")).toBeTruthy();
    expect(own.queryByText(/50-day average/)).toBeNull();
    expect(box().getAttribute("aria-invalid")).toBe("true");
    fireEvent.click(own.getByRole("button", { name: "Did you mean sma?" }));
    expect(box().value).toBe("close > sma(50)");
    expect(own.getByText("The close is above its 50-day average")).toBeTruthy();
  });

  it("offers to write a foreign spelling in the language's own, where that makes it right", async () => {
    open();
    type("rsi(14) crosses over 30 && close ≥ 5");
    fireEvent.click(await screen.findByRole("button", { name: /^Write/ }));
    expect(box().value).toBe("rsi(14) crosses above 30 and close >= 5");
  });

  it("keeps what is typed in the address, beside the part that it leads to", async () => {
    open("/functions#sma");
    type("close > 5");
    await waitFor(() => expect(new URLSearchParams(location.search).get("try")).toBe("close > 5"));
    expect(location.hash).toBe("#sma");
    cleanup();
    open(`/functions?try=${encodeURIComponent("open > 5")}`);
    expect(box().value).toBe("open > 5");
  });
});

it("gives the reference as a file", () => {
  const saveFile = vi.spyOn(save, "saveFile").mockImplementation(() => undefined);
  open();
  fireEvent.click(screen.getByRole("button", { name: "Download as JSON" }));
  expect(saveFile).toHaveBeenCalledWith("functions.json", "application/json", referenceJson());
});
