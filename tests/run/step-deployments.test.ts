/** Deployments go on as their dataset grows: what is recorded, what waits for the person, and what nobody records twice. */
import "../storage/empty-database.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { growingDataset } from "./deploy-client.ts";
import type { GrowingDataset } from "./deploy-client.ts";
import { filterMarket, marketUpTo } from "../deploy/filter-market.ts";
import { goneOn, smallMarket, smallStart, smallStrategy } from "../deploy/small-deployment.ts";
import { dateOf, dayOf } from "#tests/support/market-builder.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { beginDeployment } from "#src/run/begin-deployment.ts";
import { pauseDeployment, playForward, stopDeployment } from "#src/run/change-deployment.ts";
import { fakeClient } from "#tests/support/fake-client.ts";
import { readDeploymentFile, replayOn } from "#src/run/deploy-calls.ts";
import { stepAll, stepDeployment } from "#src/run/step-deployments.ts";
import { database } from "#src/storage/database.ts";
import { entryKey } from "#src/storage/deployment-record.ts";
import {
  addDeployment,
  changeDeployment,
  listDeployments,
  loadDeployment,
} from "#src/storage/deployments.ts";
import { marketUpTo as cutTo } from "#workers/run/cut-market.ts";
import { deploymentText } from "#workers/model/deployment-chain.ts";
import { parseStrategy } from "#workers/model/strategy.ts";

const ID = smallStart().id;
const now = () => Date.UTC(2020, 0, 20, 18);
let data: GrowingDataset;

beforeEach(() => {
  data = growingDataset();
});

async function ledger() {
  return valueOf(await loadDeployment(ID)).deployment.ledger;
}

describe("a deployment whose dataset grows", () => {
  it("has after single evenings what it has after all at once", async () => {
    await addDeployment(smallStart());
    for (let session = 1; session < 10; session++) {
      // oxlint-disable-next-line no-await-in-loop -- evening after evening
      await data.become(marketUpTo(smallMarket, dayOf(session)));
      // oxlint-disable-next-line no-await-in-loop -- as above
      await stepAll({ client: data, now });
    }
    expect(await ledger()).toEqual(goneOn(smallStart()).ledger);
  });

  it("is not worked out again while nothing has changed", async () => {
    await addDeployment(smallStart());
    await data.become(smallMarket);
    expect(await stepAll({ client: data, now })).toHaveLength(1);
    const before = data.asked();
    expect(await stepAll({ client: data, now })).toEqual([]);
    expect(data.asked()).toBe(before);
  });

  it("records once what two tabs find at the same time", async () => {
    await addDeployment(smallStart());
    await data.become(smallMarket);
    await Promise.all([stepDeployment(ID, { client: data, now }), stepDeployment(ID, { client: data, now })]);
    expect(await ledger()).toEqual(goneOn(smallStart()).ledger);
  });

  it("asks before a session on which one of three shares has a bar, and records it when told to", async () => {
    await addDeployment(smallStart());
    await data.become(
      filterMarket(
        marketUpTo(smallMarket, dayOf(6)),
        (instrument, day) => instrument === 0 || day < dayOf(6),
      ),
    );
    const [news] = await stepAll({ client: data, now });
    expect(news?.stepped.type).toBe("asks");
    expect(await ledger()).toEqual([]);
    const { asks } = valueOf(await loadDeployment(ID)).record;
    expect(asks?.upTo).toBe(dateOf(6));
    expect(asks?.messages.join()).toContain("only 1 of the 3 instruments");
    const told = await stepDeployment(ID, { client: data, now, accepted: dateOf(6) });
    expect(valueOf(told).type).toBe("recorded");
    expect((await ledger()).at(-1)?.session).toBe(dateOf(6));
    expect(valueOf(await loadDeployment(ID)).record.asks).toBeUndefined();
  });

  it("asks before it records a session behind a day on which the market should have been open", async () => {
    await addDeployment(smallStart());
    await data.become(marketUpTo(smallMarket, dayOf(6)));
    await stepAll({ client: data, now });
    const before = await ledger();
    await data.become(filterMarket(smallMarket, (_, day) => day !== dayOf(7)));
    const [news] = await stepAll({ client: data, now });
    expect(news?.stepped.type).toBe("asks");
    expect(await ledger()).toEqual(before);
    const { asks } = valueOf(await loadDeployment(ID)).record;
    expect(asks?.messages.join()).toContain(`before ${dateOf(8)} there is no session on ${dateOf(7)}:`);
    await data.become(smallMarket);
    expect((await stepAll({ client: data, now }))[0]?.stepped.type).toBe("recorded");
    expect(await ledger()).toEqual(goneOn(smallStart()).ledger);
  });

  it("waits where the dataset lost a session, and goes on when it is back", async () => {
    await addDeployment(smallStart());
    await data.become(marketUpTo(smallMarket, dayOf(5)));
    await stepAll({ client: data, now });
    await data.become(filterMarket(smallMarket, (_, day) => day !== dayOf(4)));
    const [news] = await stepAll({ client: data, now });
    expect(news?.stepped).toMatchObject({ type: "waits" });
    expect(valueOf(await loadDeployment(ID)).record.waits).toContain(dateOf(4));
    expect((await ledger()).at(-1)?.session).toBe(dateOf(5));
    await data.become(smallMarket);
    await stepAll({ client: data, now });
    expect(await ledger()).toEqual(goneOn(smallStart()).ledger);
    expect(valueOf(await loadDeployment(ID)).record.waits).toBeUndefined();
  });

  it("whose dataset was deleted stays, waits, and says so once", async () => {
    await addDeployment(smallStart());
    await data.become(smallMarket);
    await database.datasets.delete("data");
    expect((await stepAll({ client: data, now })).map(({ stepped }) => stepped.type)).toEqual(["waits"]);
    expect(await stepAll({ client: data, now })).toEqual([]);
    expect((await listDeployments()).records[0]?.waits).toContain("not on this device");
  });

  it("records nothing while it is paused", async () => {
    await addDeployment(smallStart());
    await data.become(smallMarket);
    await pauseDeployment(ID);
    expect(await stepAll({ client: data, now })).toEqual([]);
    expect(await ledger()).toEqual([]);
  });

  it("is refused where its chain was changed in the database", async () => {
    await addDeployment(smallStart());
    await data.become(marketUpTo(smallMarket, dayOf(5)));
    await stepAll({ client: data, now });
    const [first] = await database.entries.toArray();
    if (!first) throw new Error("there is an entry");
    await database.entries.put({ ...first, entry: { ...first.entry, cash: first.entry.cash + 1 } });
    await data.become(smallMarket);
    const [news] = await stepAll({ client: data, now });
    expect(news?.stepped).toMatchObject({ type: "waits" });
    expect(await database.entries.count()).toBe(4);
  });
});

describe("an order that is given while a step is under way", () => {
  const stop = "2020-01-20T17:00:00Z";

  it.each([
    ["a pause", () => pauseDeployment(ID)],
    [
      "a stop",
      () => changeDeployment(ID, "The stop", (record) => ({ ...record, head: { ...record.head, stop } })),
    ],
  ])("comes first: %s lets nothing be recorded that was worked out before", async (_, order) => {
    await addDeployment(smallStart());
    await data.become(marketUpTo(smallMarket, dayOf(5)));
    await stepAll({ client: data, now });
    const before = await ledger();
    await data.become(smallMarket);
    let given: Promise<unknown> | null = null;
    const client = fakeClient({
      async deploy(work) {
        const answer = await data.call("deploy", work);
        if (given === null) given = order();
        await given;
        return answer;
      },
    });
    valueOf(await stepDeployment(ID, { client, now }));
    const { record, deployment } = valueOf(await loadDeployment(ID));
    expect(deployment.ledger).toEqual(
      record.isPaused ? before : goneOn({ ...smallStart(), ledger: before, stop: record.head.stop }).ledger,
    );
  });
});

/** A column of the small market, in which the third share's ten bars come last. */
function halfOfEF(column: Float64Array): Float64Array {
  return column.map((figure, row) => (row >= 20 ? figure / 2 : figure));
}

describe("what a person said yes to", () => {
  /** Session 7 has a bar of the first share only. */
  const thin = filterMarket(
    marketUpTo(smallMarket, dayOf(7)),
    (instrument, day) => instrument === 0 || day < dayOf(7),
  );

  beforeEach(async () => {
    await addDeployment(smallStart());
    await data.become(marketUpTo(smallMarket, dayOf(6)));
    await stepAll({ client: data, now });
  });

  it("holds for the prices that were asked about, and not for those that came meanwhile", async () => {
    const before = await ledger();
    await data.become(thin);
    await stepAll({ client: data, now });
    const halved = {
      ...thin,
      close: thin.close.map((close) => close / 2),
      open: thin.open.map((open) => open / 2),
    };
    await data.become(halved);
    expect(valueOf(await stepDeployment(ID, { client: data, now, accepted: dateOf(7) })).type).toBe("asks");
    expect(await ledger()).toEqual(before);
    expect(valueOf(await stepDeployment(ID, { client: data, now, accepted: dateOf(7) })).type).toBe(
      "recorded",
    );
  });

  it("is asked for where the dataset was adjusted for a split since a held share was marked", async () => {
    const before = await ledger();
    expect(before.at(-1)?.positions).toMatchObject([{ instrument: "CD" }, { instrument: "EF", close: 23 }]);
    await data.become({
      ...smallMarket,
      open: halfOfEF(smallMarket.open),
      close: halfOfEF(smallMarket.close),
    });
    expect((await stepAll({ client: data, now }))[0]?.stepped.type).toBe("asks");
    expect(await ledger()).toEqual(before);
    const { asks } = valueOf(await loadDeployment(ID)).record;
    expect(asks?.messages.join()).toContain(
      `EF: 23 was recorded for its close of ${dateOf(6)}, and the dataset has 11.5 now`,
    );
    expect(asks?.messages.join()).not.toContain("AB:");
  });
});

it("one whose prices do not fit into the memory says so on its page, and is tried again", async () => {
  await addDeployment(smallStart());
  await data.become(smallMarket);
  const message = "the prices need 3 GB, and this browser gives 2 GB.";
  const short = fakeClient({
    deploy: () => Promise.resolve({ ok: false, problem: { code: "memory-short", message } }),
  });
  expect((await stepAll({ client: short, now }))[0]?.stepped).toEqual({ type: "waits", message });
  expect(valueOf(await loadDeployment(ID)).record.waits).toBe(message);
  expect(await stepAll({ client: short, now })).toEqual([]);
  expect((await stepAll({ client: data, now }))[0]?.stepped.type).toBe("recorded");
  expect(valueOf(await loadDeployment(ID)).record.waits).toBeUndefined();
});

it("one whose ledger is damaged is said to wait, and the others go on", async () => {
  await addDeployment(smallStart());
  await addDeployment({ ...smallStart(), id: "torn" });
  await data.become(marketUpTo(smallMarket, dayOf(5)));
  await stepAll({ client: data, now });
  await database.entries.delete(entryKey("torn", dateOf(3)));
  await data.become(smallMarket);
  const news = await stepAll({ client: data, now });
  const stepped = Object.fromEntries(news.map((one) => [one.record.id, one.stepped]));
  expect(stepped["torn"]).toMatchObject({ type: "waits", message: expect.stringContaining("is not whole") });
  expect(stepped[ID]?.type).toBe("recorded");
  expect(await ledger()).toEqual(goneOn(smallStart()).ledger);
});

it("a stopped one sells at the next session, and has no entry behind the last", async () => {
  await addDeployment(smallStart());
  await data.become(marketUpTo(smallMarket, dayOf(5)));
  await stepAll({ client: data, now });
  valueOf(await pauseDeployment(ID));
  valueOf(await stopDeployment(ID, now(), data));
  await data.become(smallMarket);
  await stepAll({ client: data, now });
  const last = (await ledger()).at(-1);
  expect(last?.positions).toEqual([]);
  expect(last?.stop).toBe("2020-01-20T18:00:00Z");
  expect(await stepAll({ client: data, now })).toEqual([]);
});

it("one that plays forward records a session a time on the market cut there", async () => {
  await data.become(smallMarket);
  const plan = {
    name: "Small",
    strategy: valueOf(parseStrategy(smallStrategy())),
    datasetId: "data",
    startMargin: 10_000,
    begins: dateOf(1),
    playedTo: dateOf(4),
    runId: null,
  };
  const { id, head } = valueOf(await beginDeployment(plan, data));
  expect(head.replayedTo).toBe(dateOf(4));
  await stepAll({ client: data, now });
  const record = valueOf(await loadDeployment(id)).record;
  expect(record.lastSession).toBe(dateOf(4));
  expect(valueOf(await playForward(record, "session", data))).toMatchObject({ type: "recorded" });
  const { record: next } = valueOf(await loadDeployment(id));
  expect(next.lastSession).toBe(dateOf(5));
  await playForward(next, "year", data);
  const { record: end, deployment } = valueOf(await loadDeployment(id));
  expect(end.lastSession).toBe(dateOf(9));
  expect(valueOf(await playForward(end, "session", data))).toEqual({ type: "end" });
  const recorded = deployment.ledger.map(({ fills, cash, equity }) => ({ fills, cash, equity }));
  const whole = goneOn(smallStart()).ledger.map(({ fills, cash, equity }) => ({ fills, cash, equity }));
  expect(recorded).toEqual(whole);
  const read = valueOf(await readDeploymentFile(new TextEncoder().encode(deploymentText(deployment)), data));
  expect(read.deployment).toEqual(deployment);
  const source = { type: "stored", datasetId: "data" } as const;
  expect(valueOf(await replayOn(deployment, source, null, data)).verdict).toBe("same");
});

it("a market that is cut has the bars up to the day and no other", () => {
  const { facts: _, ...expected } = marketUpTo(smallMarket, dayOf(6));
  const { facts: __, zones: ___, ...cut } = cutTo(smallMarket, dayOf(6));
  expect(cut).toEqual(expected);
});
