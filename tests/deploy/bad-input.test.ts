/* oxlint-disable no-await-in-loop -- one call after the other */
/** What `npm run deploy` says of each kind of bad input, that it records nothing that is not so, and that nothing is lost. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dateOf } from "#tests/support/market-builder.ts";
import { itemAt } from "#tests/support/reference-series.ts";
import { canonicalJson } from "#workers/model/canonical-json.ts";
import { deploymentText } from "#workers/model/deployment-chain.ts";
import { timeEntries } from "#workers/model/deployment-times.ts";
import { inDeployFolder, smallPrices } from "./deploy-folder.ts";
import { goneOn, smallStrategy } from "./small-deployment.ts";

const here = inDeployFolder();
const { leftBehind, pricesUpTo, run, start, written } = here;

async function text(): Promise<string> {
  return readFile(here.file, "utf8");
}

/** A ledger of the sessions 2 to `last`, with prices of all ten beside it from then on. */
async function goneOnTo(last: number): Promise<string> {
  await start({ id: "7d0c", replayedTo: dateOf(4) });
  await pricesUpTo(last);
  expect(await run()).toMatchObject({ code: 0 });
  await pricesUpTo(9);
  return text();
}

/** What is said of the file as it is now, which stays so. */
async function refusal(): Promise<string> {
  const before = await readFile(here.file);
  const { code, out, said } = await run();
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect((await readFile(here.file)).equals(before)).toBe(true);
  expect(await leftBehind()).toEqual([]);
  return said;
}

function pricesFile(name: string): string {
  return join(here.data, name);
}

/** Session 9 of all three shares, at one price. */
function lastDayAt(close: number): string {
  const rows = ["AB", "CD", "EF"].map((symbol) => `${symbol},${dateOf(9)}${`,${close}`.repeat(4)},1000\n`);
  return `symbol,date,open,high,low,close,volume\n${rows.join("")}`;
}

describe("a deployment's file", () => {
  it("with a byte that is another is refused, wherever it stands", async () => {
    const whole = Buffer.from(await goneOnTo(4));
    // every byte is taken through verifyDeployment in verify.test.ts; here one of eleven goes through the command
    for (let at = 0; at < whole.length; at += 11) {
      const changed = Buffer.from(whole);
      changed[at] = itemAt(whole, at) ^ 1;
      await writeFile(here.file, changed);
      expect(await refusal()).toContain("deployment.json: ");
    }
    await writeFile(here.file, whole);
    expect(await run()).toMatchObject({ code: 0 });
    expect((await written()).ledger.length).toBe(8);
  });

  it("with entries in another order, left out, twice or of another is refused, with the first that does not fit", async () => {
    await goneOnTo(6);
    const deployment = await written();
    const [a, b, c, ...rest] = deployment.ledger;
    if (!a || !b || !c) throw new Error("no entries");
    for (const [ledger, place] of [
      [[b, a, c, ...rest], "ledger[0]"],
      [[a, c, ...rest], "ledger[1]"],
      [[a, b, b, c, ...rest], "ledger[2]"],
      [[a, b, { ...c, equity: c.equity + 1 }, ...rest], "ledger[2]"],
    ] as const) {
      await writeFile(here.file, deploymentText({ ...deployment, ledger: [...ledger] }));
      expect(await refusal()).toContain(place);
    }
  });

  it("cut short, made longer or of a newer version is refused", async () => {
    const whole = await goneOnTo(4);
    for (const length of [0, 1, Math.floor(whole.length / 2), whole.length - 2, whole.length - 1]) {
      await writeFile(here.file, whole.slice(0, length));
      expect(await refusal()).toContain("deployment.json: ");
    }
    for (const longer of [`${whole}\n`, `${whole}{}`, ` ${whole}`, whole + whole]) {
      await writeFile(here.file, longer);
      expect(await refusal()).toContain("deployment.json: ");
    }
    const withMore = JSON.parse(whole);
    withMore.note = "hello";
    await writeFile(here.file, `${canonicalJson(withMore)}\n`);
    expect(await refusal()).toContain('"note"');
    await writeFile(here.file, whole.replace("deployment/1", "deployment/3"));
    expect(await refusal()).toContain(
      "the file is deployment/3, which a newer version of this program writes",
    );
  });
});

describe("a dataset", () => {
  it("of which the past was rewritten is told, session and instrument, and the ledger goes on as it is", async () => {
    const before = (await goneOnTo(5), await written()).ledger;
    const prices = await readFile(pricesFile("prices.csv"), "utf8");
    await writeFile(
      pricesFile("prices.csv"),
      prices.replace(`${dateOf(3)},103,103,103,103`, `${dateOf(3)},99,99,99,99`),
    );
    const { code, said, out } = await run();
    expect({ code, lines: out.split("\n").length - 1 }).toEqual({ code: 0, lines: 4 });
    expect(said).toContain(`${dateOf(3)}: the session's prices are not those that were recorded`);
    expect(said).toContain("of AB");
    expect((await written()).ledger.slice(0, before.length)).toEqual(before);
  });

  it("that lost a session or an instrument of the ledger makes it wait, and it goes on when they are back", async () => {
    await goneOnTo(5);
    await writeFile(
      pricesFile("prices.csv"),
      smallPrices((at) => at !== 4),
    );
    expect(await refusal()).toContain(`has lost sessions of the ledger: ${dateOf(4)}`);
    await writeFile(
      pricesFile("prices.csv"),
      smallPrices((_, symbol) => symbol !== "AB"),
    );
    expect(await refusal()).toContain("instruments of the ledger: AB");
    await pricesUpTo(9);
    expect(await run()).toMatchObject({ code: 0 });
    expect((await written()).ledger.map(({ session }) => session)).toEqual(
      [2, 3, 4, 5, 6, 7, 8, 9].map(dateOf),
    );
  });

  it("that got an older session gives it no entry, and says so", async () => {
    await start({ id: "7d0c", replayedTo: dateOf(1) });
    await writeFile(
      pricesFile("prices.csv"),
      smallPrices((at) => at !== 4 && at <= 6),
    );
    await run();
    const before = (await written()).ledger;
    expect(before.map(({ session }) => session)).toEqual([2, 3, 5, 6].map(dateOf));
    await pricesUpTo(9);
    const { code, said } = await run();
    expect(code).toBe(0);
    expect(said).toContain(`the dataset now has a session ${dateOf(4)} that has no entry`);
    const { ledger } = await written();
    expect(ledger.slice(0, 4)).toEqual(before);
    expect(ledger.slice(4).map(({ session }) => session)).toEqual([7, 8, 9].map(dateOf));
  });

  it("with two files that disagree about a day keeps the first by name, and says what was left out", async () => {
    await goneOnTo(8);
    await pricesUpTo(8);
    await writeFile(pricesFile("z-1.csv"), lastDayAt(40));
    await writeFile(pricesFile("z-2.csv"), lastDayAt(41));
    // all rows of the second file are second prices of a day: more than 5 % of a file refuse it, and nothing is recorded
    expect(await refusal()).toContain("z-2.csv");
    await rm(pricesFile("z-1.csv"));
    await rm(pricesFile("z-2.csv"));
    await pricesUpTo(9);
    const whole = await readFile(pricesFile("prices.csv"), "utf8");
    await writeFile(
      pricesFile("z.csv"),
      whole.replace(`AB,${dateOf(9)},105,105,105,105`, `AB,${dateOf(9)},99,99,99,99`),
    );
    const { code, said } = await run();
    expect(code).toBe(0);
    expect(said).toContain("left out");
    expect((await written()).ledger.map(({ data }) => data)).toEqual(
      goneOn({ ...(await written()), ledger: [] }).ledger.map(({ data }) => data),
    );
  });

  it("with a day twice, word for word, records it once", async () => {
    await goneOnTo(8);
    const once = await run();
    expect(once).toMatchObject({ code: 0 });
    const wanted = (await written()).ledger.map(({ data }) => data);
    await start({ id: "7d0c", replayedTo: dateOf(4) });
    await writeFile(
      pricesFile("z.csv"),
      smallPrices((at) => at === 9),
    );
    const { code, out } = await run();
    expect({ code, lines: out.split("\n").length - 1 }).toEqual({ code: 0, lines: 8 });
    expect((await written()).ledger.map(({ data }) => data)).toEqual(wanted);
    expect(await run()).toMatchObject({ code: 0, out: "" });
  });

  it("with a holiday on which one of three has a bar is recorded, and said", async () => {
    await goneOnTo(6);
    await writeFile(
      pricesFile("prices.csv"),
      smallPrices((at, symbol) => at <= 7 && (at !== 7 || symbol === "EF")),
    );
    const { code, out, said } = await run();
    expect(code).toBe(0);
    expect(out).toContain(dateOf(7));
    expect(said).toContain(`on ${dateOf(7)} only 1 of the 3 instruments of the session before have a bar`);
  });

  it("that is deleted or empty leaves the file as it is", async () => {
    await goneOnTo(5);
    await rm(here.data, { recursive: true });
    expect(await refusal()).toContain("data");
    await writeFile(here.data, "symbol,date,open,high,low,close,volume\n"); // a file in the folder's place
    expect(await refusal()).not.toBe("");
  });
});

describe("a clock that goes back", () => {
  it("is recorded as it is, and tells which entries came early", async () => {
    await start({ id: "7d0c", replayedTo: dateOf(1) });
    await pricesUpTo(5);
    here.clock = Date.parse("2020-02-01T10:00:00Z");
    await run();
    await pricesUpTo(9);
    here.clock = Date.parse("2019-12-24T18:00:00Z");
    expect(await run()).toMatchObject({ code: 0 });
    const deployment = await written();
    expect(deployment.ledger.map(({ recorded }) => recorded)).toEqual([
      ...Array.from({ length: 4 }, () => "2020-02-01T10:00:00Z"),
      ...Array.from({ length: 4 }, () => "2019-12-24T18:00:00Z"),
    ]);
    expect(timeEntries(deployment).map(({ recording }) => recording)).toEqual([
      ...Array.from({ length: 4 }, () => "late"),
      ...Array.from({ length: 4 }, () => "early"),
    ]);
  });
});

describe("facts of the strategy that come no more", () => {
  it("are told, since when, and their last values are taken as known", async () => {
    await writeFile(
      pricesFile("facts.csv"),
      `symbol,date,name,value\n${[-3, -1, 1].map((at) => `AB,${dateOf(at)},score,1\n`).join("")}`,
    );
    await start({ strategy: smallStrategy({ buy: { rules: ["score > 0"] } }) });
    const { code, said } = await run();
    expect(code).toBe(0);
    expect(said).toContain(
      `fact score of the strategy came last on ${dateOf(1)}, 8 days before ${dateOf(9)}`,
    );
    expect(itemAt((await written()).ledger, 0).decisions.buys).toMatchObject([{ instrument: "AB" }]);
  });

  it("make it wait where the dataset has none of that name any more", async () => {
    await writeFile(pricesFile("facts.csv"), `symbol,date,name,value\nAB,${dateOf(0)},score,1\n`);
    await start({ strategy: smallStrategy({ buy: { rules: ["score > 0"] } }) });
    await pricesUpTo(5);
    await run();
    await pricesUpTo(9);
    await rm(pricesFile("facts.csv"));
    expect(await refusal()).toContain("score is not known");
  });
});

describe("two calls at once", () => {
  it("record each session once", async () => {
    const first = await goneOnTo(4);
    const calls = await Promise.all([run(), run()]);
    expect(calls.map(({ code }) => code)).toEqual([0, 0]);
    expect(calls.filter(({ out }) => out !== "").map(({ out }) => out.split("\n").length - 1)).toEqual([5]);
    expect((await written()).ledger.length).toBe(8);
    expect(first).not.toBe(await text());
    expect(await leftBehind()).toEqual([]);
  });
});
