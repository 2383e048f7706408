/** A model's scores and other figures of a person's own: asked what they are, then signals or facts as they said. */
import { describe, expect, it } from "vitest";
import { planOf, readPlan } from "./plan-support.ts";
import { factsOf } from "../market/facts-support.ts";
import { checkText } from "./check-support.ts";
import { factsFrom, pricesOf } from "./statement-support.ts";

const PRICES = pricesOf(["AB", "CD"]);
const SIGNAL = { figures: "signal" } as const;
const LONG =
  "Date;Ticker;Model Score;rank\n02.01.2020;AB;0,51;1\n03.01.2020;AB;-0,62;2\n31.01.2020;CD;0,13;\n30.01.2020;CD;;3\n";
const MATRIX = "date,AB,CD\n2020-01-02,0.5,-0.1\n2020-01-03,0.6,\n2020-01-06,-0.4,0.2\n";

describe("a table of days, instruments and figures that are no prices", () => {
  it("is asked about, and not taken for anything", async () => {
    const check = await checkText("model.csv", LONG);
    expect(check).toMatchObject({
      verdict: "ask",
      questions: [{ about: "figures", choices: ["signal", "fact"] }],
    });
    expect(check.message).toContain("Model Score, rank may be figures of a day");
  });

  it("is asked about with a word of looking ahead where its days are ends of quarters", async () => {
    const ends = ["2020-03-31", "2020-06-30", "2020-09-30", "2020-12-31"];
    const statements = `datadate,tic,fqtr,revtq,niq\n${ends.map((day, at) => `${day},AB,${at + 1},20${at},3${at}\n`).join("")}`;
    const check = await checkText("quarterly.csv", statements);
    expect(check.questions.map(({ about }) => about)).toEqual(["figures"]);
    expect(check.message).toMatch(
      /days are month ends. If they are the ends of reporting periods, nobody knew the figures yet/,
    );
    const daily = await checkText("model.csv", LONG);
    expect(daily.message).not.toMatch(/month ends/);
  });

  it("is signals where a person says so: as the file writes numbers and days", async () => {
    const { steps, notes } = await factsFrom({ "p.csv": PRICES, "model.csv": LONG }, { "model.csv": SIGNAL });
    expect(steps).toEqual({
      modelScore: [
        ["AB", "2020-01-02", 0.51],
        ["AB", "2020-01-03", -0.62],
        ["CD", "2020-01-31", 0.13],
      ],
      // rank is a function of rules.
      "my.rank": [
        ["AB", "2020-01-02", 1],
        ["AB", "2020-01-03", 2],
        ["CD", "2020-01-30", 3],
      ],
    });
    expect(notes[0]?.facts).toMatchObject({ kind: "signal" });
  });

  it("may have the figures' names in a column", async () => {
    const text =
      "Day,Stock,Name,Value\n2020-01-02,AB,score,0.5\n2020-01-02,AB,risk,1\n2020-01-03,CD,score,0.6\n";
    const { steps } = await factsFrom(
      { "p.csv": PRICES, "model.csv": text },
      { "model.csv": { figures: "fact" } },
    );
    expect(steps).toEqual({
      risk: [["AB", "2020-01-02", 1]],
      score: [
        ["AB", "2020-01-02", 0.5],
        ["CD", "2020-01-03", 0.6],
      ],
    });
  });

  it("leaves rows out with their place that have no day, one to come, no instrument or no number", async () => {
    const good = Array.from({ length: 80 }, (_, at) => `${1900 + at}-01-01,AB,${at}\n`).join("");
    const bad = "2020-02-30,AB,1\n2049-01-01,AB,1\n2020-01-02,,1\n2020-01-02,AB,much\n";
    const { files, notes } = await factsFrom(
      { "p.csv": PRICES, "model.csv": `date,symbol,score\n${good}${bad}` },
      { "model.csv": SIGNAL },
    );
    expect(files[0]).toMatch(/^model.csv ok: score of 1 instrument, known from 1900-01-01/);
    expect(notes[0]?.issues.map(({ message }) => message)).toEqual([
      'model.csv:82: date is "2020-02-30", which cannot be read. Correct or delete that row.',
      "model.csv:83: date is 2049-01-01, which has not come yet. Correct or delete that row.",
      "model.csv:84: no symbol. Correct or delete that row.",
      'model.csv:85: score is "much", which cannot be read. Correct or delete that row.',
    ]);
  });

  it("says twice what cannot both be: the first stays, the other is told", async () => {
    const text = "date,symbol,score\n2020-01-02,AB,1\n2020-01-02,AB,2\n2020-01-02,AB,1\n";
    const { steps, notes } = await factsFrom({ "p.csv": PRICES, "model.csv": text }, { "model.csv": SIGNAL });
    expect(steps["score"]).toEqual([["AB", "2020-01-02", 1]]);
    expect(notes[0]).toMatchObject({ repeats: 1, facts: { contradictions: 1 } });
  });
});

describe("a table with a column an instrument", () => {
  it("is signals under its file's name where a person says so, also below 0", async () => {
    const { steps } = await factsFrom(
      { "p.csv": PRICES, "alpha score.csv": MATRIX },
      { "alpha score.csv": SIGNAL },
    );
    expect(steps).toEqual({
      alphaScore: [
        ["AB", "2020-01-02", 0.5],
        ["AB", "2020-01-03", 0.6],
        ["AB", "2020-01-06", -0.4],
        ["CD", "2020-01-02", -0.1],
        ["CD", "2020-01-06", 0.2],
      ],
    });
  });

  it("is asked about where its name doubts prices", async () => {
    const check = await checkText("pe_ratio.csv", MATRIX.replaceAll("-0", "0"));
    expect(check.questions.map(({ about }) => about)).toEqual(["columns", "figures"]);
  });

  it("may have days of which the order is asked, then taken as answered", async () => {
    const text = "date,AB,CD\n02/03/2020,0.5,0.1\n03/04/2020,0.6,0.2\n";
    const asked = await factsFrom({ "p.csv": PRICES, "s.csv": text }, { "s.csv": SIGNAL });
    expect(asked.files[1]).toMatch(/^s.csv ask/);
    const { steps } = await factsFrom(
      { "p.csv": PRICES, "s.csv": text },
      { "s.csv": { ...SIGNAL, dateOrder: "mdy" } },
    );
    expect(steps["s"]?.map(([, day]) => day)).toEqual([
      "2020-02-03",
      "2020-03-04",
      "2020-02-03",
      "2020-03-04",
    ]);
  });
});

const model = (value: number, day: string): string => `date,symbol,score\n${day},AB,${value}\n`;

describe("own signals of a dataset", () => {
  const answers = new Map([["model.csv", SIGNAL]]);

  it("get later ones, others in their place, or are deleted, and the prices stay", async () => {
    const first = await readPlan(
      planOf({ "p.csv": PRICES, "model.csv": model(1, "2020-01-02") }, { answers }),
    );
    const added = planOf({ "model.csv": model(2, "2020-01-05") }, { answers });
    const later = await readPlan(added, { base: first.market });
    expect(factsOf(later.market)).toEqual([
      [
        "score",
        "signal",
        [
          ["AB", "2020-01-02", 1],
          ["AB", "2020-01-05", 2],
        ],
      ],
    ]);
    const replaced = await readPlan({ ...added, dropsFacts: true }, { base: first.market });
    expect(factsOf(replaced.market)).toEqual([["score", "signal", [["AB", "2020-01-05", 2]]]]);
    const emptied = await readPlan(planOf({}, { dropsFacts: true }), { base: replaced.market });
    expect(factsOf(emptied.market)).toEqual([]);
    expect([...emptied.market.close]).toEqual([...first.market.close]);
  });
});
