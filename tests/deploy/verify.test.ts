/** A deployment's file that was changed anywhere is refused, with the place. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { dateOf, dayOf } from "#tests/support/market-builder.ts";
import { itemAt } from "#tests/support/reference-series.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { canonicalJson } from "#workers/model/canonical-json.ts";
import type { DeploymentEntry } from "#workers/model/deployment.ts";
import { deploymentText, entriesUpTo, headOf } from "#workers/model/deployment-chain.ts";
import { timeEntries } from "#workers/model/deployment-times.ts";
import { verifyDeployment } from "#workers/deploy/verify-deployment.ts";
import { chained } from "./chained.ts";
import { marketUpTo } from "./filter-market.ts";
import { goneOn, smallMarket, smallStart } from "./small-deployment.ts";

const small = goneOn(smallStart());
const text = deploymentText(small);
const bytes = new TextEncoder().encode(text);

/** Digits and signs that are others of their kind, ones that are no JSON, and bytes that are no text. */
const FLIPS = [1, 2, 0x80];
/** Where a change is, if it is in no entry, or leaves no entry to be read. */
const PLACES =
  /near byte \d+ it|sign \d+ of the file|as JSON \(|seal|strategy|begins|stop|real|replayedTo|startMargin|dataset|: id|name|its format is|ledger|Unrecognized key/;

/** @param byte - the one that was changed, counted from 1 */
function isPlaced(message: string, byte: number): boolean {
  const near = Number(/near byte (\d+)/.exec(message)?.[1] ?? byte);
  const sign = Number(/sign (\d+)/.exec(message)?.[1] ?? byte);
  return PLACES.test(message) && near >= byte && near <= byte + 1 && sign <= byte + 20; // of a number its last sign may be the one that differs
}

function problemOf(file: Uint8Array | string): { message: string; place: string } {
  const verified = verifyDeployment(file);
  if (verified.ok) throw new Error("verified");
  return { message: verified.problem.message, place: verified.problem.place ?? "" };
}

function sha256(value: string): string {
  return createHash("sha256").update(value).digest("hex");
}

describe("verifying a deployment's file", () => {
  it("takes it as it was written, as bytes and as text", () => {
    expect(small.ledger.length).toBe(8);
    expect(small.ledger.flatMap(({ fills }) => fills).length).toBeGreaterThan(4);
    expect(valueOf(verifyDeployment(bytes))).toEqual(small);
    expect(valueOf(verifyDeployment(text))).toEqual(small);
    expect(valueOf(verifyDeployment(deploymentText(smallStart())))).toEqual(smallStart());
  });

  it("hashes as the contract says, by another program's SHA-256", () => {
    const { format, id, strategy, begins, replayedTo, startMargin } = small;
    const origin = sha256(canonicalJson({ format, id, strategy, begins, replayedTo, startMargin }));
    expect(itemAt(small.ledger, 0).previous).toBe(origin);
    expect(headOf(smallStart())).toBe(origin);
    const { hash, ...own } = itemAt(small.ledger, 3);
    expect(hash).toBe(sha256(canonicalJson(own)));
    expect(itemAt(small.ledger, 4).previous).toBe(hash);
    expect(headOf(small)).toBe(itemAt(small.ledger, 7).hash);
    const { seal, ...file } = JSON.parse(text);
    expect(seal).toBe(sha256(canonicalJson(file)));
  });

  it("is not led astray by a dataset whose name looks like the ledger", () => {
    const odd = { ...small, name: '"ledger":[', dataset: { id: '"ledger":[', name: '{"ledger":[]}' } };
    expect(valueOf(verifyDeployment(deploymentText(odd)))).toEqual(odd);
    expect(valueOf(verifyDeployment(deploymentText({ ...odd, ledger: [] }))).ledger).toEqual([]);
  });

  it("refuses every single byte that is another, and names the entry that it stands in", () => {
    const marks = small.ledger.map((entry) => text.indexOf(canonicalJson(entry)));
    const lengths = small.ledger.map((entry) => canonicalJson(entry).length);
    const file = bytes.slice();
    let inEntries = 0;
    const unplaced: string[] = [];
    for (let at = 0; at < bytes.length; at++) {
      file[at] = itemAt(bytes, at) ^ itemAt(FLIPS, at % FLIPS.length);
      const { message } = problemOf(file);
      const entry = marks.findIndex((mark, number) => at >= mark && at < mark + itemAt(lengths, number));
      const isEntry = message.includes(`ledger[${entry}] (session ${small.ledger[entry]?.session})`);
      if (entry >= 0 && isEntry) inEntries++;
      else if (!isPlaced(message, at + 1)) unplaced.push(message);
      file[at] = itemAt(bytes, at);
    }
    expect(unplaced).toEqual([]);
    expect(inEntries).toBeGreaterThan(bytes.length / 6);
  });

  it("says which entry was edited, and which session it is of", () => {
    const dear = text.replace('"cash":10000', '"cash":10001');
    expect(problemOf(dear)).toEqual({
      message: `the deployment was changed or damaged: ledger[0] (session ${dateOf(2)}): its hash is not that of what stands in it. Take an unchanged copy.`,
      place: "ledger[0]",
    });
    expect(problemOf(text.replace('"startMargin":10000', '"startMargin":10001')).message).toContain(
      "id, strategy, begins, replayedTo or startMargin",
    );
    expect(problemOf(text.replace('"name":"Small"', '"name":"Smell"')).place).toBe("seal");
    expect(
      problemOf(text.replace('"stop":null,"strategy"', `"stop":"${dateOf(3)}T10:00:00Z","strategy"`)).place,
    ).toBe("seal");
  });

  it("refuses entries in another order, left out, twice, and cut off", () => {
    const [a, b, ...rest] = small.ledger;
    if (!a || !b) throw new Error("no entries");
    const withLedger = (ledger: DeploymentEntry[]) => deploymentText({ ...small, ledger });
    expect(problemOf(withLedger([b, a, ...rest])).place).toBe("ledger[0]");
    expect(problemOf(withLedger([a, ...rest])).place).toBe("ledger[1]");
    expect(problemOf(withLedger([a, a, b, ...rest])).place).toBe("ledger[1]");
    const seal = text.slice(text.indexOf('"seal"'));
    const cut = withLedger([a, b]).replace(/"seal":.*$/s, "");
    const tailCut = cut + seal;
    expect(problemOf(tailCut)).toMatchObject({ place: "seal" });
    // whoever makes the seal anew hides it, but for a head that was posted elsewhere
    const cutShort = valueOf(verifyDeployment(withLedger([a, b])));
    expect(entriesUpTo(cutShort, headOf(small))).toBeNull();
    expect(entriesUpTo(cutShort, b.hash)).toBe(2);
    expect(entriesUpTo(small, b.hash)).toBe(2);
    expect(entriesUpTo(small, headOf(smallStart()))).toBe(0);
  });

  it("refuses what is cut off, what stands behind, and every other form of the same JSON", () => {
    for (const length of [0, 1, 100, text.length - 2, text.length - 1])
      expect(verifyDeployment(text.slice(0, length)).ok).toBe(false);
    expect(problemOf(`${text} `).message).toContain("not as canonical JSON");
    expect(problemOf(`${text}\n`).message).toContain("not as canonical JSON");
    expect(problemOf(text.replace("\n", "\r\n")).message).toContain("not as canonical JSON");
    expect(problemOf(`\uFEFF${text}`).message).toContain("the deployment was changed");
    expect(problemOf(`${JSON.stringify(JSON.parse(text), null, 1)}\n`).message).toContain("sign 2");
    expect(problemOf(text.replace('"id"', '"id":"other","id"')).message).toContain("not as canonical JSON");
    expect(problemOf(text.replace("10000", "1e4")).message).toContain("not as canonical JSON");
    expect(problemOf(text.replace("Small", String.raw`\ud800`)).message).toContain("surrogate");
  });

  it("refuses fields that it does not know, and newer versions in words of their own", () => {
    const extended = JSON.parse(text);
    extended.note = "hello";
    expect(problemOf(`${canonicalJson(extended)}\n`).message).toContain('"note"');
    const inEntry = JSON.parse(text);
    inEntry.ledger[2].note = 1;
    expect(problemOf(`${canonicalJson(inEntry)}\n`)).toMatchObject({ place: "ledger[2]" });
    expect(problemOf(text.replace("deployment/1", "deployment/3")).message).toContain("a newer version");
    expect(problemOf("[]").message).toContain("is not a deployment:");
    expect(problemOf('{"format":"strategy/1"}').message).toContain('"strategy/1"');
  });

  it("refuses a chain made anew of which the books do not follow", () => {
    const same = chained(small, (entry) => entry);
    expect(same).toBe(text);
    const rich = chained(small, (entry, at) => (at < 4 ? entry : { ...entry, cash: entry.cash + 5 }));
    expect(problemOf(rich).message).toContain("ledger[4]");
    expect(problemOf(rich).message).toContain("cash does not follow from its fills");
    const better = chained(small, (entry, at) => (at === 5 ? { ...entry, equity: entry.equity + 5 } : entry));
    expect(problemOf(better).message).toContain("equity is not cash and the positions' value");
    const more = chained(small, (entry, at) =>
      at !== 7
        ? entry
        : {
            ...entry,
            positions: entry.positions.map((each) => ({ ...each, entryPrice: each.entryPrice + 1 })),
          },
    );
    expect(problemOf(more).message).toContain("positions do not follow");
    const at6 = (change: (entry: DeploymentEntry) => Partial<DeploymentEntry>) =>
      problemOf(chained(small, (entry, at) => (at === 6 ? { ...entry, ...change(entry) } : entry))).message;
    const dated = (closeDate: string) =>
      at6(({ positions }) => ({
        positions: positions.map((each) => Object.assign({}, each, { closeDate })),
      }));
    expect(dated(dateOf(6))).toContain("neither the session's nor the one before");
    expect(dated("1999-01-01")).toContain("neither the session's nor the one before");
    const buy = { instrument: "ZZ", slotValue: 5000, quantity: 1 };
    const buying = (buys: (typeof buy)[]) =>
      at6(({ decisions, positions }) => ({
        decisions: {
          ...decisions,
          buys: buys.map((each) => ({
            ...each,
            instrument: each.instrument || (positions[0]?.instrument ?? ""),
          })),
        },
      }));
    expect(buying([buy, buy])).toContain("buy what is held, or twice");
    expect(buying([{ ...buy, instrument: "" }])).toContain("buy what is held, or twice");
    expect(buying([buy, { ...buy, instrument: "ZX" }, { ...buy, instrument: "ZY" }])).toContain(
      "more than the 2",
    );
    expect(
      at6(({ decisions }) => ({
        decisions: { ...decisions, sells: [{ instrument: "ZZ", reason: "rule", quantity: 1 }] },
      })),
    ).toContain("sell what is not held");
    const replayed = chained(small, (entry, at) => (at === 6 ? { ...entry, replayed: true } : entry));
    expect(problemOf(replayed).message).toContain("replayed is not what follows");
    const days = chained(small, (entry, at) => (at === 3 ? { ...entry, session: dateOf(3) } : entry));
    expect(problemOf(days).message).toContain(`its session is not after ${dateOf(4)}`);
    const stopped = chained(small, (entry, at) => (at === 3 ? { ...entry, stop: NOWHERE } : entry));
    expect(problemOf(stopped).message).toContain("its stop is not the deployment's");
  });
});

const NOWHERE = "2020-01-02T10:00:00Z";

describe("the clock of a record", () => {
  it("tells entries that were replayed, on time, late, early and not to be told yet", () => {
    const start = smallStart();
    const times = ["2020-01-03", "2020-01-06", "2020-01-07", "2020-01-01", "2020-01-09", "2020-01-12"];
    const entries = goneOn(start).ledger.slice(0, times.length);
    const ledger = entries.map((entry, at) =>
      Object.assign({}, entry, {
        replayed: at === 0,
        session: itemAt(
          ["2020-01-02", "2020-01-03", "2020-01-07", "2020-01-08", "2020-01-09", "2020-01-10"],
          at,
        ),
        recorded: `${itemAt(times, at)}T23:59:59Z`,
      }),
    );
    expect(timeEntries({ ledger }).map(({ recording }) => recording)).toEqual([
      "replayed",
      "on-time",
      "on-time",
      "early",
      "on-time",
      "open",
    ]);
    expect(timeEntries({ ledger }, "2020-01-13").at(-1)?.recording).toBe("on-time");
    expect(timeEntries({ ledger }, "2020-01-12").at(-1)?.recording).toBe("late");
  });

  it("records what the clock says, also when it went back", () => {
    const evening = goneOn(smallStart(), marketUpTo(smallMarket, dayOf(5)), "2020-02-01T10:00:00Z");
    const later = goneOn(evening, smallMarket, "2020-01-07T10:00:00Z");
    expect(later.ledger.map(({ recorded }) => recorded.slice(0, 10))).toEqual([
      ...Array.from({ length: 4 }, () => "2020-02-01"),
      ...Array.from({ length: 4 }, () => "2020-01-07"),
    ]);
    expect(valueOf(verifyDeployment(deploymentText(later)))).toEqual(later);
    expect(timeEntries(later).map(({ recording }) => recording)).toEqual([
      "replayed",
      "replayed",
      "replayed",
      "late",
      "on-time",
      "early",
      "early",
      "early",
    ]);
  });
});

function many(value: unknown): unknown[] {
  return Array.from({ length: 300_000 }, () => value);
}

describe("a file with 300,000 wrong things is refused at the first of them", () => {
  it.each([
    ["entries", { ledger: many({}) }, "ledger[0].session"],
    ["entries behind a sound one", { ledger: [...small.ledger.slice(0, 1), ...many(7)] }, "ledger[1]"],
    ["fills", { ledger: [{ ...small.ledger[0], fills: many({}) }] }, "ledger[0].fills[0].instrument"],
    ["real fills", { real: many(null) }, "real[0]"],
    ["rules", { strategy: { format: "strategy/2", buy: { rules: many("((") } } }, "strategy.buy.rules"],
  ])("%s", (_what, change, place) => {
    const found = problemOf(JSON.stringify({ ...small, seal: "0".repeat(64), ...change }));
    expect(found.place.slice(0, place.length)).toBe(place);
  });
});
