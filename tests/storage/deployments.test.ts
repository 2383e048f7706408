import "./empty-database.ts";
import { describe, expect, it, vi } from "vitest";
import { bareDeployment, quietEntry, withSessions } from "./sample-deployment.ts";
import { accountStart, bars } from "#tests/deploy/small-account.ts";
import { goneOn } from "#tests/deploy/small-deployment.ts";
import { buildMarket, dateOf } from "#tests/support/market-builder.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { database } from "#src/storage/database.ts";
import type { DeploymentRecord } from "#src/storage/deployment-record.ts";
import {
  addDeployment,
  changeDeployment,
  findChange,
  listDeployments,
  loadDeployment,
  recordEntries,
  removeDeployment,
  renameDeployment,
  restoreDeployment,
  sketchLedger,
  takeInDeployment,
} from "#src/storage/deployments.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { linkEntry } from "#workers/model/deployment-chain.ts";
import { listQuarantined, listStoredLedgers } from "#src/storage/storage-items.ts";

const kept = <T>(record: T): T => record;

describe("a ledger", () => {
  it("grows by entries that name the last one, and comes back as it was recorded", async () => {
    await addDeployment(bareDeployment);
    const first = withSessions(bareDeployment, "2025-03-21");
    const empty = valueOf(await loadDeployment("d-1"));
    expect(valueOf(await recordEntries(empty, first.ledger, kept))).toBe("recorded");
    const grown = valueOf(await loadDeployment("d-1"));
    expect(grown.deployment).toEqual(first);
    const second = withSessions(first, "2025-03-24", "2025-03-25");
    expect(valueOf(await recordEntries(grown, second.ledger.slice(1), kept))).toBe("recorded");
    expect(valueOf(await loadDeployment("d-1")).deployment).toEqual(second);
    expect((await sketchLedger("d-1")).closes.map(({ equity }) => equity)).toEqual([
      100_000, 100_000, 100_000,
    ]);
  });

  it("of years is read and written a hundred entries at a time, which leaves the page its turns between", async () => {
    const at = Array.from({ length: 250 }, (_, day) => formatIsoDay(20_200 + day));
    const years = withSessions({ ...bareDeployment, begins: "2025-01-01" }, ...at);
    const table: typeof database.entries = Object.getPrototypeOf(database.entries);
    const gets = vi.spyOn(table, "bulkGet");
    const adds = vi.spyOn(table, "bulkAdd");
    const puts = vi.spyOn(table, "bulkPut");
    valueOf(await addDeployment(years));
    valueOf(await restoreDeployment(valueOf(await removeDeployment(years.id))));
    valueOf(await takeInDeployment({ ...withSessions(years, formatIsoDay(20_450)) }));
    for (const { mock } of [gets, adds, puts]) {
      const sizes = mock.calls.map(([some]) => some.length);
      expect(Math.max(...sizes)).toBe(100);
    }
    vi.restoreAllMocks();
    expect(valueOf(await loadDeployment(years.id)).deployment.ledger).toHaveLength(251);
  });

  it("of a strategy/3 comes back with what a bar is and the money of its entries", async () => {
    const flows = [{ amount: 100, every: "once", from: dateOf(2) }];
    const whole = goneOn(accountStart({ simulation: { flows } }), buildMarket([bars("X", [9, 9, 9, 9])]));
    valueOf(await addDeployment(whole));
    expect(valueOf(await loadDeployment(whole.id)).deployment).toEqual(whole);
    expect(await findChange(whole)).toBe(null);
    const { closes } = await sketchLedger(whole.id);
    expect(closes.map((close) => [close.equity, close.growth, close.in])).toEqual([
      [1000, 1000, 0],
      [1100, 1000, 100],
      [1100, 1000, 0],
    ]);
    const record = await database.deployments.get(whole.id);
    await database.deployments.put({
      ...Object(record),
      head: { ...Object(record?.head), sessionsOfYear: 52 },
    });
    expect((await loadDeployment(whole.id)).ok).toBe(false);
  });

  it("takes of two tabs with the same news only the first", async () => {
    await addDeployment(bareDeployment);
    const before = valueOf(await loadDeployment("d-1"));
    const mine = [quietEntry(bareDeployment, "2025-03-21", "2025-03-21T18:00:00Z")];
    const theirs = [quietEntry(bareDeployment, "2025-03-21", "2025-03-21T18:00:01Z")];
    const done = await Promise.all([recordEntries(before, mine, kept), recordEntries(before, theirs, kept)]);
    expect(done.map(valueOf)).toEqual(["recorded", "late"]);
    expect(valueOf(await loadDeployment("d-1")).deployment.ledger).toEqual(mine);
  });

  it.each([
    [
      "a stop",
      (record: DeploymentRecord) => ({ ...record, head: { ...record.head, stop: "2025-03-21T19:00:00Z" } }),
    ],
    ["a pause", (record: DeploymentRecord) => ({ ...record, isPaused: true as const })],
    [
      "another dataset",
      (record: DeploymentRecord) => ({
        ...record,
        head: { ...record.head, dataset: { id: "set-2", name: "Other" } },
      }),
    ],
  ])("takes nothing that was worked out before %s was ordered", async (_, order) => {
    await addDeployment(bareDeployment);
    const before = valueOf(await loadDeployment("d-1"));
    const entries = [quietEntry(bareDeployment, "2025-03-21")];
    valueOf(await changeDeployment("d-1", "The order", order));
    expect(valueOf(await recordEntries(before, entries, kept))).toBe("late");
    expect(await database.entries.count()).toBe(0);
    expect(valueOf(await loadDeployment("d-1")).record.entries).toBe(0);
  });

  it("gets no second entry of a session, whatever it names", async () => {
    const deployment = withSessions(bareDeployment, "2025-03-21");
    await addDeployment(deployment);
    const before = valueOf(await loadDeployment("d-1"));
    const again = quietEntry(deployment, "2025-03-21");
    expect((await recordEntries(before, [again], kept)).ok).toBe(false);
    expect(valueOf(await loadDeployment("d-1")).deployment).toEqual(deployment);
  });

  it("of years is read in pieces, between which the page has its turn", async () => {
    const days = Array.from({ length: 320 }, (_, at) => formatIsoDay(20_200 + at));
    const deployment = withSessions(bareDeployment, ...days);
    await addDeployment(deployment);
    const spy = vi.spyOn(globalThis, "setTimeout");
    let time = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => (time += 5)); // on a slow device
    expect(valueOf(await loadDeployment("d-1")).deployment).toEqual(deployment);
    const turns = spy.mock.calls.filter(([, delay]) => delay === undefined);
    spy.mockRestore();
    clock.mockRestore();
    expect(turns.length).toBeGreaterThanOrEqual(100);
  });

  it("that lost an entry is said to be not whole, and nothing is added to it", async () => {
    const deployment = withSessions(bareDeployment, "2025-03-21", "2025-03-24");
    await addDeployment(deployment);
    await database.entries.delete("d-1 2025-03-24");
    const loaded = await loadDeployment("d-1");
    expect(loaded.ok ? "" : loaded.problem.message).toContain("1 of its 2 entries");
  });

  it("is deleted with its deployment, and comes back with it", async () => {
    const deployment = withSessions(bareDeployment, "2025-03-21");
    await addDeployment(deployment);
    await addDeployment({ ...bareDeployment, id: "d-10" });
    const removed = valueOf(await removeDeployment("d-1"));
    expect(await database.entries.count()).toBe(0);
    expect((await listDeployments()).records.map(({ id }) => id)).toEqual(["d-10"]);
    await restoreDeployment(removed);
    expect(valueOf(await loadDeployment("d-1")).deployment).toEqual(deployment);
  });

  it("that came back from a file meanwhile is not cut to what was deleted", async () => {
    const short = withSessions(bareDeployment, "2025-03-21");
    const long = withSessions(short, "2025-03-24", "2025-03-25");
    valueOf(await addDeployment(short));
    const removed = valueOf(await removeDeployment("d-1"));
    valueOf(await takeInDeployment(long));
    valueOf(await restoreDeployment(removed));
    expect(valueOf(await loadDeployment("d-1")).deployment).toEqual(long);
  });

  it.each([
    ["evening", "evening 2"],
    ["evening", "evening 2025-03-24"],
    ["evening", "evening "],
  ])("of %j stays apart from that of %j", async (id, longerId) => {
    const own = withSessions({ ...bareDeployment, id }, "2025-03-21", "2025-03-24");
    const other = withSessions({ ...bareDeployment, id: longerId }, "2025-03-21");
    await takeInDeployment(own);
    await takeInDeployment(other);
    expect(valueOf(await loadDeployment(id)).deployment).toEqual(own);
    expect(valueOf(await loadDeployment(longerId)).deployment).toEqual(other);
    expect((await sketchLedger(id)).closes).toHaveLength(2);
    const removed = valueOf(await removeDeployment(id));
    expect(removed.entries).toHaveLength(2);
    expect(valueOf(await loadDeployment(longerId)).deployment).toEqual(other);
  });
});

describe("a copy from elsewhere", () => {
  const short = withSessions(bareDeployment, "2025-03-21");
  const long = withSessions(short, "2025-03-24");

  it("takes the place of a chain that it goes on with", async () => {
    await addDeployment(short);
    expect(valueOf(await takeInDeployment(long)).type).toBe("longer");
    expect(valueOf(await loadDeployment("d-1")).deployment).toEqual(long);
  });

  it("leaves a longer one as it is", async () => {
    await addDeployment(long);
    expect(valueOf(await takeInDeployment(short)).type).toBe("same");
    expect(valueOf(await loadDeployment("d-1")).deployment).toEqual(long);
  });

  it("that is taken in twice at once is there once", async () => {
    const taken = await Promise.all([takeInDeployment(long), takeInDeployment(short)]);
    expect(taken.map((one) => valueOf(one).type)).toEqual(["new", "same"]);
    expect((await listDeployments()).records).toHaveLength(1);
    expect(valueOf(await loadDeployment("d-1")).deployment).toEqual(long);
  });

  it("brings no fill as paid back that was corrected here", async () => {
    const fill = { session: "2025-03-21", instrument: "AB", side: "buy", reason: null } as const;
    const paid = (price: number) => ({ ...fill, quantity: 4, price, commission: 0 });
    await addDeployment({ ...short, real: [paid(100)] });
    await changeDeployment("d-1", "What was actually paid", (record) => ({
      ...record,
      head: { ...record.head, real: [paid(101)] },
    }));
    await takeInDeployment({ ...long, real: [paid(100)] });
    const { deployment } = valueOf(await loadDeployment("d-1"));
    expect(deployment).toEqual({ ...long, real: [paid(101)] });
  });

  it("that parted is kept beside it, with the session, and once", async () => {
    const other = {
      ...short,
      ledger: [...short.ledger, quietEntry(short, "2025-03-24", "2025-03-24T19:00:00Z")],
    };
    await addDeployment(long);
    const arrival = valueOf(await takeInDeployment(other));
    expect(arrival.type).toBe("parted");
    expect(arrival.stored.record.parted).toEqual({ session: "2025-03-24" });
    expect(valueOf(await takeInDeployment(other)).type).toBe("same");
    const { records } = await listDeployments();
    expect(records).toHaveLength(2);
    expect(valueOf(await loadDeployment("d-1")).deployment).toEqual(long);
    expect(valueOf(await loadDeployment(arrival.stored.record.id)).deployment).toEqual(other);
  });
});

describe("a damaged ledger", () => {
  const days = ["2025-03-21", "2025-03-24", "2025-03-25", "2025-03-26"];
  const four = withSessions(bareDeployment, ...days);
  const upTo = (count: number) => ({ ...four, ledger: four.ledger.slice(0, count) });

  it("is mended by a shorter file, and keeps what goes on with it", async () => {
    await addDeployment({ ...four, name: "Own name" });
    await changeDeployment("d-1", "The pause", (record) => ({
      ...record,
      isPaused: true,
      waits: "Damaged.",
    }));
    await database.entries.delete("d-1 2025-03-21");
    expect(valueOf(await takeInDeployment(upTo(2))).type).toBe("mended");
    const { record, deployment } = valueOf(await loadDeployment("d-1"));
    expect(deployment.ledger).toEqual(four.ledger);
    expect(record).toMatchObject({ isPaused: true, entries: 4, head: { name: "Own name" } });
    expect(record.waits).toBeUndefined();
  });

  it("loses what lies beyond a second gap, and is whole", async () => {
    await addDeployment(four);
    await database.entries.bulkDelete(["d-1 2025-03-21", "d-1 2025-03-25"]);
    expect(valueOf(await takeInDeployment(upTo(2))).type).toBe("mended");
    expect(valueOf(await loadDeployment("d-1")).deployment).toEqual(upTo(2));
    expect(await database.entries.count()).toBe(2);
  });

  it("of another chain stays as it is, beside the file", async () => {
    await addDeployment(four);
    await database.entries.delete("d-1 2025-03-21");
    const other = {
      ...upTo(1),
      ledger: [...upTo(1).ledger, quietEntry(upTo(1), "2025-03-24", "2025-03-24T23:00:00Z")],
    };
    const arrival = valueOf(await takeInDeployment(other));
    expect(arrival.type).toBe("parted");
    expect(arrival.stored.record.parted).toEqual({ session: "2025-03-24" });
    expect(valueOf(await loadDeployment(arrival.stored.record.id)).deployment).toEqual(other);
    expect(await database.entries.count()).toBe(5);
  });
});

it("a chain made anew whose books do not follow from its fills is not sound", async () => {
  const { ledger } = withSessions(bareDeployment, "2025-03-21");
  expect(await findChange({ ...bareDeployment, ledger })).toBeNull();
  const forged = ledger.map(({ recorded, replayed: _replayed, previous, hash: _hash, ...content }) =>
    linkEntry({ ...content, cash: content.cash + 5 }, recorded, bareDeployment, previous),
  );
  const problem = await findChange({ ...bareDeployment, ledger: forged });
  expect(problem?.message).toContain(
    "ledger[0] (session 2025-03-21): its cash does not follow from its fills",
  );
});

it("a name is changed but not to a blank one, and what stands beside the ledger is", async () => {
  await addDeployment(bareDeployment);
  expect((await renameDeployment("d-1", "  ")).ok).toBe(false);
  expect(valueOf(await renameDeployment("d-1", " Nights ")).head.name).toBe("Nights");
  const paused = await changeDeployment("d-1", "The pause", (record) => ({ ...record, isPaused: true }));
  expect(valueOf(paused).isPaused).toBe(true);
  expect((await changeDeployment("gone", "The pause", kept)).ok).toBe(false);
});

it("the storage page lists what ledgers take, and damaged deployments by name", async () => {
  await addDeployment(withSessions(bareDeployment, "2025-03-21"));
  const [ledger] = await listStoredLedgers();
  expect(ledger?.bytes).toBeGreaterThan(500);
  await database.table("deployments").put({ id: "d-2", head: { name: "Broken" } });
  const [damaged] = await listQuarantined();
  expect(damaged).toMatchObject({ kind: "deployment", record: { id: "d-2", name: "Broken" } });
});
