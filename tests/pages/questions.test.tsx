import "#tests/storage/empty-database.ts";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { QuestionsPage } from "#src/pages/questions/questions-page.tsx";
import { database } from "#src/storage/database.ts";
import { SAMPLE_STRATEGIES } from "#src/storage/samples.ts";
import { StatusMessages } from "#src/ui/status-messages.tsx";
import { valueOf } from "#tests/support/value-of.ts";
import { watchScrolling } from "#tests/support/watch-scrolling.ts";
import { defaultStrategy, parseStrategy } from "#workers/model/strategy.ts";
import { simulateCommand } from "#workers/commands/simulate-command.ts";

const QUESTIONS = [
  { id: "what-it-is", title: "What is Tidemark?" },
  { id: "get-started", title: "How do I get started?" },
  { id: "previous-simulations", title: "Can I access and manage my previous simulations?" },
  { id: "data-types", title: "What types of financial data are provided?" },
  { id: "fundamentals", title: "What fundamental data points are available?" },
  { id: "advanced-metrics", title: "What advanced metrics are offered?" },
  { id: "not-possible", title: "What it can't do" },
];

const scrolledTo = watchScrolling();

afterEach(() => {
  cleanup();
  history.replaceState(null, "", "/");
});

function open(path = "/questions") {
  history.replaceState(null, "", path);
  return render(
    <main>
      <StatusMessages>
        <QuestionsPage />
      </StatusMessages>
    </main>,
  );
}

function question(id: string): HTMLDetailsElement {
  const element = document.querySelector<HTMLDetailsElement>(`details#${id}`);
  if (!element) throw new Error(`no question ${id}`);
  return element;
}

const openQuestions = () => QUESTIONS.filter(({ id }) => question(id).open).map(({ id }) => id);
const codeOf = (name: string) => screen.getByRole("region", { name }).textContent;

describe("the questions", () => {
  it("are the specification's six and what it can't do, the first one open", () => {
    open();
    expect(screen.getByRole("heading", { level: 1, name: "Tidemark FAQ" })).toBeTruthy();
    const titles = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
    expect(titles).toEqual(QUESTIONS.map(({ title }) => title));
    expect(openQuestions()).toEqual(["what-it-is"]);
  });

  it.each(QUESTIONS)("open by the hash #$id and come into view", async ({ id }) => {
    open(`/questions#${id}`);
    expect(openQuestions()).toEqual([id]);
    await waitFor(() => expect(scrolledTo).toHaveBeenCalledWith(id));
    expect(document.activeElement).toBe(question(id).querySelector("summary"));
  });

  it("open when the hash changes, again after they were closed", async () => {
    open();
    act(() => history.pushState(null, "", "/questions#data-types"));
    expect(openQuestions()).toEqual(["what-it-is", "data-types"]);
    question("data-types").open = false;
    fireEvent(question("data-types"), new Event("toggle"));
    await waitFor(() => expect(location.hash).toBe(""));
    act(() => history.pushState(null, "", "/questions#data-types"));
    expect(question("data-types").open).toBe(true);
  });

  it("give a link to copy", async () => {
    const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    open();
    const link = within(question("what-it-is")).getByRole("link", { name: /^Copy link to this answer/ });
    expect(link.getAttribute("href")).toBe("#what-it-is");
    fireEvent.click(link);
    expect(await screen.findByText("Link copied.")).toBeTruthy();
    expect(writeText.mock.lastCall?.[0]).toMatch(/\/questions#what-it-is$/);
    writeText.mockRestore();
  });

  it.each(["Video Tutorials", "Blog Posts"])("say of %s that they are coming soon", async (name) => {
    open("/questions#get-started");
    fireEvent.click(screen.getByRole("button", { name }));
    await waitFor(() => expect(screen.getByText("Coming soon!").closest("output")).toBeTruthy());
  });
});

describe("the claims", () => {
  it.each([
    {
      id: "what-it-is",
      words: ["over 70,000 stocks", "multiple markets", "20+ years", "strategy builder and charts"],
    },
    { id: "what-it-is", words: ["API submission path for Python, JavaScript and R", "open source"] },
    { id: "get-started", words: ["Strategy explanations", "Web-tool walkthrough", "Code implementation"] },
    {
      id: "previous-simulations",
      words: ["save strategies", "review earlier simulations", "copy and modify"],
    },
    {
      id: "data-types",
      words: ["Price data", "Fundamentals", "Financial statements", "Growth metrics", "Debt metrics"],
    },
    { id: "data-types", words: ["adjClose", "volume", "vwap"] },
    { id: "fundamentals", words: ["pe", "revenue", "netIncome", "freeCashFlow"] },
    { id: "advanced-metrics", words: ["growthRevenue", "Debt metrics"] },
  ])("of $id name $words", ({ id, words }) => {
    open();
    const text = question(id).textContent;
    expect(words.filter((word) => !text.includes(word))).toEqual([]);
    expect(text).toContain("On this device:");
  });

  it("stand above what is really on this device", async () => {
    const facts = {
      instruments: 6,
      bars: 1000,
      firstDate: "1998-06-01",
      lastDate: "2019-12-31",
      exchanges: ["LSE"],
      instrumentTypes: ["EQUITY"],
      fingerprint: "",
      bytes: 1,
    };
    const defaults = { exchange: "LSE", instrumentType: "EQUITY", currency: "GBP" };
    const notes = { files: [] };
    await database.datasets.add({ id: "own", title: "My prices", importedAt: 1, facts, notes, defaults });
    await database.strategies.bulkAdd(SAMPLE_STRATEGIES.slice(0, 1));
    open();
    // 251 instruments and 1,063,064 bars of the demo market, and the import
    const total =
      /2 datasets with 257 instruments and 1,064,064 daily bars, from 01\/06\/1998 to 20\/03\/2025\. Exchanges: BSE, LSE, NASDAQ, NSE and NYSE\./;
    await waitFor(() => expect(question("what-it-is").textContent).toMatch(total));
    const list = screen.getByRole("list", { name: "Datasets on this device" });
    expect(within(list).getByText("My prices: 6 instruments, 01/06/1998 – 31/12/2019.")).toBeTruthy();
    expect(question("previous-simulations").textContent).toContain("You have 1 strategy of your own here");
    expect(question("previous-simulations").textContent).toContain("You have no finished simulations here.");
  });
});

describe("the code examples", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "tidemark-faq-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("begin with a strategy file that is the strategy explained above it, on its prices and at its costs", () => {
    open("/questions#get-started");
    const { simulation, ...others } = valueOf(parseStrategy(JSON.parse(codeOf("Strategy file"))));
    const { priceBasis, commissionPercent, slippagePercent } = simulation;
    const steps = document.querySelector("section[aria-labelledby=explanations]");
    expect(priceBasis).toBe("adjusted");
    expect(steps?.textContent).toContain("prices adjusted for splits and dividends");
    expect(steps?.textContent).toContain(
      `Costs take ${commissionPercent}% commission and ${slippagePercent}% slippage`,
    );
    // What is said of fields that are left out.
    const asLeftOut = { ...simulation, priceBasis: "as-traded", commissionPercent: 0, slippagePercent: 0 };
    expect({ ...others, simulation: asLeftOut }).toEqual(defaultStrategy);
  });

  it("use the flags that the command knows", async () => {
    open("/questions#get-started");
    let usage = "";
    await simulateCommand([], { out: () => {}, progress: (text) => (usage += text) });
    const known = new Set(usage.match(/--[a-z][a-z-]*/g));
    for (const name of ["Command", "Python example", "JavaScript example", "R example"]) {
      const flags = codeOf(name).match(/--[a-z][a-z-]*/g) ?? [];
      expect(flags).toEqual(["--silent", "--data", "--strategy", "--out"]);
      expect(flags.filter((flag) => !known.has(flag))).toEqual([]);
    }
  });

  it("get the figures that they print from the command", async () => {
    open("/questions#get-started");
    const code = codeOf("JavaScript example");
    const options: string[] = JSON.parse(/const options = (\[.*\]);/.exec(code)?.[1] ?? "[]");
    const figures: string[] = JSON.parse(/of (\[.*\])\)/.exec(code)?.[1] ?? "[]");
    await writeFile(join(folder, "strategy.json"), codeOf("Strategy file"));
    await writeFile(
      join(folder, "ACME.csv"),
      "date,open,high,low,close,adjClose,volume\n2024-01-02,100,101,99,100,50,1000\n2024-01-03,100,102,99,101,50.5,1000\n2024-01-04,101,103,100,102,51,1000\n",
    );
    const places = new Map([
      ["datasets/demo", folder],
      ["strategy.json", join(folder, "strategy.json")],
    ]);
    let printed = "";
    const exitCode = await simulateCommand(
      options.map((option) => places.get(option) ?? option),
      { out: (text) => (printed += text), progress: () => {} },
    );
    expect(exitCode).toBe(0);
    expect(figures).toContain("cagr");
    const { performance } = JSON.parse(printed);
    expect(Object.keys(performance)).toEqual(expect.arrayContaining(figures));
  });
});

it("has no accessibility violation with every answer open", async () => {
  const { container } = open();
  await waitFor(() => expect(question("what-it-is").textContent).toContain("1 dataset with"));
  for (const { id } of QUESTIONS) question(id).open = true;
  const { violations } = await axe.run(container, { rules: { "color-contrast": { enabled: false } } });
  expect(violations).toEqual([]);
});
