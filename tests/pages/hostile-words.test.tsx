/** Words of a strategy and of its benchmark that turn letters round: shown without, wherever they stand in sentences. */
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openResult } from "./open-result.tsx";
import { handReport } from "./results-report.ts";
import { strategySentences } from "#src/format/strategy-text.ts";
import { RuleDifference } from "#src/pages/compare/rule-difference.tsx";
import { ruleText } from "#src/format/rule-text.ts";
import { CodeBlock } from "#src/ui/code-block.tsx";
import { StatusMessages } from "#src/ui/status-messages.tsx";
import { StrategySummary } from "#src/ui/strategy-summary.tsx";
import { strategyOf } from "#tests/support/strategy-of.ts";

vi.mock("#src/ui/growth-drawing.ts", () => ({
  drawGrowth: () => ({
    measure: () => {},
    show: () => {},
    mark: () => {},
    shade: () => {},
    remove: () => {},
  }),
}));

const TURNS = "\u202E";
const LONG = "Q".repeat(10_000);
const LABEL = `Dips${TURNS}fdp ${LONG}`;
const hostile = strategyOf({
  scanner: { symbols: [`AL${TURNS}EF`], rules: [{ any: ["pe < 20", "pe < 10"], label: LABEL }] },
  buy: { rules: [`sector = "X${TURNS}Y"`] },
  sell: { rules: [{ all: ["close > open", "close > 5"], label: LABEL }] },
  simulation: { benchmark: `IDX${TURNS}YZ` },
});

/** Everything that the page says, with what only a reader of the screen hears. */
function saidOnPage(): string {
  const named = [...document.querySelectorAll("[title], [aria-label]")].map(
    (one) => `${one.getAttribute("title")} ${one.getAttribute("aria-label")}`,
  );
  return [document.title, document.body.textContent, ...named].join("\n");
}

it("a strategy's sentences name groups, instruments and benchmark harmless", () => {
  const said = strategySentences(hostile, "INR").join("\n");
  expect(said).not.toContain(TURNS);
  expect(said).not.toContain("Q".repeat(101));
  expect(said).toContain("only ALEF");
  expect(said).toContain("compared with IDXYZ");
  expect(said).toContain(`Dipsfdp ${"Q".repeat(100)}…`);
});

it("a strategy's summary, a difference of rules and code show none of what would turn the screen", () => {
  const [before, after] = [ruleText({ any: ["pe < 20"], label: LABEL }), ruleText(`sector = "X${TURNS}Y"`)];
  render(
    <StatusMessages>
      <StrategySummary strategy={hostile} currency="INR" />
      <RuleDifference before={[before]} after={[after]} />
      <CodeBlock name="Program" code={`label = "${LABEL}"\nrun()`} />
    </StatusMessages>,
  );
  expect(saidOnPage()).not.toContain(TURNS);
  expect(screen.getByText(/^label = /).textContent).toBe(`label = "Dips<U+202E>fdp ${LONG}"\nrun()`); // whole, in its own box
});

it(
  "every chapter of a result names the benchmark and the rules that sold harmless",
  { timeout: 60_000 },
  async () => {
    const metadata = { ...handReport.metadata, benchmark: `IDX${TURNS}YZ` };
    await openResult({ ...handReport, metadata }, hostile);
    for (const summary of document.querySelectorAll<HTMLElement>("summary")) summary.click();
    expect((await screen.findAllByText(/IDXYZ/)).length).toBeGreaterThan(0);
    expect(saidOnPage()).not.toContain(TURNS);
  },
);
