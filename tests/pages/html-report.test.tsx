import { completeRun } from "./complete-run.ts";
import axe from "axe-core";
import { afterEach, describe, expect, it } from "vitest";
import { handReport } from "./results-report.ts";
import { reportHtml } from "#src/pages/results/saved-report.tsx";
import reportLook from "#src/pages/results/saved-report.module.css";
import type { ReportContents } from "#src/pages/results/saved-report.tsx";
import type { RobustnessParts } from "#src/storage/robustness-record.ts";
import { mirroredSettings, mirrorSettings } from "#src/storage/settings-mirror.ts";
import cardLook from "#src/ui/excess.module.css";
import verdictLook from "#src/ui/verdict-text.module.css";
import { analyse } from "#workers/analysis/analyse.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";

const run = completeRun;

/** The saved file as a browser would read it. */
function read(changes: Partial<ReportContents> = {}): Document {
  const report = {
    ...handReport,
    positions: handReport.positions.map((one) => Object.assign(structuredClone(one), { quantity: 1 })),
  };
  const page = reportHtml({
    run,
    report,
    analysis: analyse({ report, strategy: defaultStrategy, trials: 1 }),
    trace: null,
    holdings: null,
    parts: {},
    notes: [{ title: "Few trades", meaning: "Under 30.", mend: "" }],
    savedAt: 0,
    style: "",
    ...changes,
  });
  return new DOMParser().parseFromString(page, "text/html");
}

const gist = (cagr: number) => ({ endValue: 1000, cagr, maxDrawdown: -20 });

/** Where the account's curve lies on each session, from above. */
function heightsOf(page: Document): readonly (string | undefined)[] {
  const path = page.querySelector(`.${reportLook["account"]}`)?.getAttribute("d") ?? "";
  return path.split(/[ML]/).flatMap((point) => point.split(" ").slice(1));
}

/** As a browser shows it. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

describe("the report in one HTML file", () => {
  it("needs no script, no network and no other file", () => {
    const page = read();
    expect(page.querySelectorAll("script, link, img, iframe, [src], [href]")).toHaveLength(0);
    expect(page.querySelector("meta[http-equiv]")?.getAttribute("content")).toBe(
      "default-src 'none'; style-src 'unsafe-inline'",
    );
  });

  it("shows the code of the strategy's own numbers, line by line", () => {
    const source = "function compute({ close }) {\n  return close.map((x) => x < 1 ? 0 : x) // <b>\n}";
    const strategy = strategyOf({
      format: "strategy/2",
      buy: { rules: ["close > half"] },
      computed: [{ name: "half", language: "javascript", source }],
    });
    const [code, ...others] = [...read({ run: { ...run, strategy } }).querySelectorAll("details:has(pre)")];
    expect(others).toEqual([]);
    expect(code?.querySelector("summary")?.textContent).toBe("Source of half (javascript, 3 lines)");
    expect(code?.querySelector("pre > code")?.innerHTML).toBe(
      source.replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
    );
  });

  it("names in the settings the index that the result was compared with", () => {
    expect(plain(read().body.textContent)).toContain("Compared with =INDEX, the dataset's own index");
  });

  it("has the figures, the charts with their words, and every position", () => {
    const page = read();
    expect(plain(page.title)).toBe("By hand, 30/12/2020 – 31/12/2022 · Tidemark");
    const text = plain(page.body.textContent);
    for (const part of [
      "₹1,307",
      "+14.3%",
      "Few trades.",
      "the account went from ₹1,000 to ₹1,307",
      "abc123",
    ])
      expect(text).toContain(part);
    expect(page.querySelectorAll("svg[role=img][aria-label]")).toHaveLength(3);
    expect(page.querySelectorAll("details tbody tr")).toHaveLength(3);
  });

  it("says its verdict first, and colours by that and not by the sign", () => {
    const won = read();
    const [, about, first] = Array.from(won.querySelectorAll("main > *"), (part) => plain(part.textContent));
    expect(about).toContain("Benchmark: =INDEX");
    expect(first).toBe(
      "Ahead of =INDEX by 9.4 points a year. How the average share did isn't known for this result. Deepest fall −20.0%, =INDEX −5.0%.",
    );
    const { performance, benchmarkPerformance } = handReport;
    const lost = read({
      report: {
        ...handReport,
        performance: { ...performance, cagr: 6, sharpeRatio: 0.3 },
        benchmarkPerformance: { ...benchmarkPerformance, cagr: 10.3 },
      },
      analysis: null,
    });
    const verdict = lost.querySelector(`.${verdictLook["behind"]}`);
    expect(plain(verdict?.textContent ?? "")).toMatch(/^▼ Behind =INDEX by 4\.3 points a year\./);
    const coloured = lost.querySelectorAll(`dl :is(.${cardLook["gain"]}, .${cardLook["loss"]})`);
    expect(Array.from(coloured, ({ textContent }) => textContent)).toEqual([
      "▼ 4.3 points behind",
      "▼ 15.0 points more",
      "▼ 0.20 lower",
    ]);
  });

  it("gives a run that looks ahead no colour in its verdict", () => {
    const page = read({ parts: { lookAhead: { sessions: 50, changed: 3 } } });
    const coloured = `.${verdictLook["ahead"]}, .${verdictLook["behind"]}`;
    expect(page.querySelector(coloured)).toBeNull();
    expect(plain(page.body.textContent)).toContain("Look-ahead found. At 3 of 50 sessions");
  });

  it("says that days held are sessions", () => {
    const text = plain(read().body.textContent);
    expect(text).toContain("Days Held counts sessions: trading days from entry to exit.");
    expect(text).toContain("Mean held counts sessions");
  });

  it("has the rules of the strategy in words and as they are written", () => {
    const group = { any: ["low > 1", "high > 1"], label: "Dips" };
    const strategy = strategyOf({ buy: { rules: ["close > sma(200)", group] } });
    const page = read({ run: { ...run, strategy } });
    const code = page.querySelector("dd code");
    expect(code?.textContent).toBe("close > sma(200)");
    expect(plain(code?.parentElement?.textContent ?? "")).toBe(
      "The close is above its 200-day averageclose > sma(200)",
    );
    expect(plain(page.querySelector("dd ul")?.parentElement?.textContent ?? "")).toBe(
      "Dips: any of theseThe low is above 1low > 1The high is above 1high > 1",
    );
  });

  it("has what the checks found, and the reading of all of it", () => {
    const parts: RobustnessParts = {
      costs: [
        { side: 0, ...gist(14.305) },
        { side: 0.25, ...gist(6.9) },
        { side: 0.5, ...gist(2.9) },
      ],
      late: gist(11),
      withoutBest: gist(9.4),
      starts: [{ from: "2021-01-29", ...gist(13), benchmarkCagr: 8 }],
      random: { runs: 200, worse: 168, meanPositions: 3, cagr: [5, 6, 7] },
    };
    const page = read({ parts });
    const text = plain(page.body.textContent);
    for (const part of [
      "better than 168 of 200",
      "11.0% (−3.3 points)", // 11 less 14.3
      "Without its 10 best positions9.4% (−4.9 points)",
      "29/01/202113.0%+5.0",
      // 2 points ahead with 0.25 %, 2 behind with 0.5 %: in the middle.
      "For it: It stays ahead of =INDEX up to costs of about 0.38% a side (estimated from its runs with 0.25% and 0.5%).",
      "Against it: Only 2 trades were closed: under 30, chance says more than the rules.",
    ])
      expect(text).toContain(part);
    const rows = Array.from(page.querySelectorAll("[aria-label^=Costs] tbody tr"), (row) =>
      plain(row.textContent),
    );
    expect(rows).toEqual(["None (this run)14.3%+9.4₹1K", "0.25%6.9%+2.0₹1K", "0.5%2.9%−2.0₹1K"]);
    expect(plain(read().body.textContent)).not.toContain("Robustness");
  });

  describe("draws the growth on the scale that the page has", () => {
    const TOP = "8.0";
    const FOOT = "268.0";
    const MIDDLE = "138.0";
    const stored = mirroredSettings();
    afterEach(() => mirrorSettings(stored));

    const grown = {
      ...handReport,
      equity: {
        day: Int32Array.of(18_000, 18_100, 18_200),
        value: Float64Array.of(100, 1000, 10_000),
        benchmark: Float64Array.of(100, 200, 300),
        positions: Int32Array.of(0, 0, 0),
      },
    };

    it("equal ratios as chosen", () => {
      mirrorSettings({ ...stored, growthScale: "log" });
      const page = read({ report: grown, analysis: null });
      expect(heightsOf(page)).toEqual([FOOT, MIDDLE, TOP]);
      expect(plain(page.body.textContent)).toContain("(dashed), on a logarithmic scale.");
    });

    it("equal amounts where the years are few and none was chosen", () => {
      mirrorSettings({ ...stored, growthScale: null });
      const page = read({ report: grown, analysis: null });
      expect(heightsOf(page)).toEqual(["265.4", "242.0", TOP]); // 260 times a hundredth and a tenth above 268
      expect(plain(page.body.textContent)).not.toContain("logarithmic");
    });

    it("equal ratios over more than five years", () => {
      mirrorSettings({ ...stored, growthScale: null });
      const day = Int32Array.of(18_000, 19_000, 20_000);
      const page = read({ report: { ...grown, equity: { ...grown.equity, day } }, analysis: null });
      expect(heightsOf(page)).toEqual([FOOT, MIDDLE, TOP]);
    });

    it("equal amounts where the account lost all, of which there is no ratio", () => {
      mirrorSettings({ ...stored, growthScale: "log" });
      const value = Float64Array.of(100, 50, 0);
      const benchmark = Float64Array.of(100, 100, 100);
      const report = { ...grown, equity: { ...grown.equity, value, benchmark } };
      const page = read({ report, analysis: null });
      expect(heightsOf(page)).toEqual([TOP, MIDDLE, FOOT]);
      expect(plain(page.body.textContent)).not.toContain("logarithmic");
    });
  });

  it("shows names that look like markup as they are", () => {
    const name = '<script>alert("x")</script> & Co';
    const metadata = { ...handReport.metadata, strategyName: name };
    const page = read({ report: { ...handReport, metadata }, analysis: null });
    expect(plain(page.querySelector("h1")?.textContent ?? "")).toBe(name);
    expect(page.querySelectorAll("script")).toHaveLength(0);
  });

  it("gives axe nothing to object to", async () => {
    const page = read();
    document.title = page.title;
    document.documentElement.lang = "en";
    document.body.replaceChildren(...page.body.childNodes);
    const { violations } = await axe.run(document.body, { rules: { "color-contrast": { enabled: false } } });
    expect(violations.map(({ id }) => id)).toEqual([]);
  });
});
