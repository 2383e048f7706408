import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { CopiedRecord, CopyContents } from "#workers/model/second-copy.ts";
import { createSecondCopyKeeper } from "#workers/storage/second-copy.ts";
import { createMemorySlot } from "./memory-slots.ts";
import type { MemorySlot, OnAccess } from "./memory-slots.ts";

const START: CopyContents = { databaseVersion: 2, generation: 0, records: [] };

type Slots = readonly [MemorySlot, MemorySlot];

function createSlots(onAccess?: OnAccess): Slots {
  return [createMemorySlot(onAccess), createMemorySlot(onAccess)];
}

/** What another page, which remembers nothing, finds. */
function readAfresh(slots: Slots): CopyContents {
  const read = createSecondCopyKeeper().read(slots);
  if (read === null || read === "unreadable") throw new Error(`nothing to read: ${read}`);
  return read;
}

function strategy(name: string, text = ""): CopiedRecord {
  return ["strategies", name, { id: name, text }];
}

function namesIn({ records }: CopyContents): readonly string[] {
  return records.map(([, key]) => key).toSorted();
}

describe("the second copy", () => {
  it("gives back what was added, changed and deleted, commit by commit", () => {
    const slots = createSlots();
    const keeper = createSecondCopyKeeper();
    expect(keeper.read(slots)).toBeNull();
    keeper.replace(slots, START);
    expect(keeper.append(slots, { generation: 1, records: [strategy("a"), strategy("b")] })).toBe("kept");
    expect(keeper.append(slots, { generation: 2, records: [strategy("b", "new")] })).toBe("kept");
    expect(keeper.append(slots, { generation: 3, records: [["strategies", "a", null]] })).toBe("kept");
    expect(readAfresh(slots)).toEqual({
      databaseVersion: 2,
      generation: 3,
      records: [strategy("b", "new")],
    });
  });

  it("says when it missed a commit and when it has one that the database lost", () => {
    const slots = createSlots();
    const keeper = createSecondCopyKeeper();
    expect(keeper.append(slots, { generation: 1, records: [] })).toBe("behind");
    keeper.replace(slots, { ...START, generation: 5 });
    expect(keeper.append(slots, { generation: 7, records: [] })).toBe("behind");
    expect(keeper.append(slots, { generation: 5, records: [] })).toBe("ahead");
    expect(keeper.append(slots, { generation: 6, records: [] })).toBe("kept");
  });

  it("notices what another tab wrote meanwhile", () => {
    const slots = createSlots();
    const [one, other] = [createSecondCopyKeeper(), createSecondCopyKeeper()];
    one.replace(slots, START);
    other.append(slots, { generation: 1, records: [strategy("a")] });
    one.append(slots, { generation: 2, records: [strategy("b")] });
    other.append(slots, { generation: 3, records: [strategy("c")] });
    expect(namesIn(readAfresh(slots))).toEqual(["a", "b", "c"]);
  });

  it("does not grow for ever: after many edits of one strategy it holds a few of them", () => {
    const slots = createSlots();
    const keeper = createSecondCopyKeeper();
    keeper.replace(slots, START);
    for (let generation = 1; generation <= 500; generation++)
      keeper.append(slots, { generation, records: [strategy("a", "x".repeat(1000))] });
    expect(slots[0].size() + slots[1].size()).toBeLessThan(150_000);
    expect(readAfresh(slots).generation).toBe(500);
  });

  it("goes on in a slot that is full while there is no room for a new snapshot", () => {
    let isFull = false;
    const small = createMemorySlot((kind) => {
      if (isFull && kind === "write") throw new DOMException("full", "QuotaExceededError");
    });
    const slots: Slots = [createMemorySlot(), small];
    const keeper = createSecondCopyKeeper();
    keeper.replace(slots, START);
    isFull = true;
    for (let generation = 1; generation <= 100; generation++)
      expect(keeper.append(slots, { generation, records: [strategy("a", "x".repeat(1000))] })).toBe("kept");
    expect(readAfresh(slots).generation).toBe(100);
  });

  it("is unreadable, not empty, where both slots are damaged at their start", () => {
    const slots = createSlots();
    createSecondCopyKeeper().replace(slots, { ...START, records: [strategy("a")] });
    slots[0].flipBit(30);
    expect(createSecondCopyKeeper().read(slots)).toBe("unreadable");
  });
});

describe("a flipped bit", () => {
  test.prop([fc.nat()])(
    "anywhere in the copy is noticed: what is read is an earlier commit, whole",
    (place) => {
      const slots = createSlots();
      const keeper = createSecondCopyKeeper();
      keeper.replace(slots, { ...START, records: [strategy("0")] });
      for (let generation = 1; generation <= 5; generation++)
        keeper.append(slots, { generation, records: [strategy(String(generation))] });
      slots[0].flipBit(place % slots[0].size());
      const read = createSecondCopyKeeper().read(slots);
      if (read === "unreadable") return;
      if (read === null) throw new Error("damage was taken for a first start");
      expect(read.generation).toBeLessThan(5);
      const names = Array.from({ length: read.generation + 1 }, (_, commit) => String(commit));
      expect(namesIn(read)).toEqual(names);
    },
  );
});

describe("a power cut", () => {
  const cut = fc.record({ afterAccess: fc.nat({ max: 400 }), kept: fc.nat({ max: 3000 }) });

  test.prop([fc.array(fc.nat({ max: 2000 }), { minLength: 1, maxLength: 60 }), cut])(
    "at any access loses no commit that was said to be kept, and gives no half one",
    (sizes, { afterAccess, kept }) => {
      let accesses = 0;
      const slots = createSlots((kind) => {
        if (kind === "read") return;
        accesses += 1;
        if (accesses > afterAccess) throw new DOMException("the power is off", "UnknownError");
      });
      const keeper = createSecondCopyKeeper();
      let acknowledged = -1;
      try {
        keeper.replace(slots, START);
        acknowledged = 0;
        for (const [at, size] of sizes.entries()) {
          keeper.append(slots, { generation: at + 1, records: [strategy(String(at + 1), "x".repeat(size))] });
          acknowledged = at + 1;
        }
      } catch (error) {
        expect(error).toBeInstanceOf(DOMException);
      }
      for (const slot of slots) slot.cutPower(kept);
      accesses = -Infinity;
      const read = createSecondCopyKeeper().read(slots);
      if (acknowledged < 0) return;
      if (read === null || read === "unreadable") throw new Error(`lost all: ${read}`);
      expect(read.generation).toBeGreaterThanOrEqual(acknowledged);
      expect(read.records).toHaveLength(read.generation);
      for (const [, key, record] of read.records)
        expect(record).toEqual({ id: key, text: "x".repeat(sizes[Number(key) - 1] ?? -1) });
    },
  );
});

/** What became of twelve commits on a disk whose n-th access is refused, once or from then on. */
function commitTwelve(n: number, how: "once" | "for good") {
  let accesses = 0;
  const slots = createSlots(() => {
    accesses += 1;
    const isRefused = how === "once" ? accesses === n : accesses >= n;
    if (isRefused) throw new DOMException("refused", "InvalidStateError");
  });
  const keeper = createSecondCopyKeeper();
  attempt(() => keeper.replace(slots, START));
  const records: CopiedRecord[] = [];
  let last: unknown = null;
  for (let generation = 1; generation <= 12; generation++) {
    const record = strategy(String(generation), "x".repeat(9000));
    records.push(record);
    last = attempt(() => keeper.append(slots, { generation, records: [record] }));
    if (last === "behind" || last === "ahead")
      last = attempt(() => keeper.replace(slots, { databaseVersion: 2, generation, records }));
  }
  const isRefusedInTheEnd = last === "refused";
  accesses = -Infinity;
  const read = createSecondCopyKeeper().read(slots);
  return { isRefusedInTheEnd, kept: namesIn(read === "unreadable" ? START : (read ?? START)) };
}

function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch {
    return "refused";
  }
}

describe("the n-th access that fails", () => {
  const ALL = Array.from({ length: 12 }, (_, at) => String(at + 1)).toSorted();
  const EVERY_N = Array.from({ length: 60 }, (_, at) => at + 1);

  it("once, for every n: a later commit mends the copy", () => {
    const outcomes = EVERY_N.map((n) => commitTwelve(n, "once"));
    const refused = outcomes.filter(({ isRefusedInTheEnd }) => isRefusedInTheEnd);
    expect(refused.length).toBeLessThanOrEqual(2); // the last commit itself: its write, its flush
    const mended = outcomes.filter(({ isRefusedInTheEnd }) => !isRefusedInTheEnd);
    expect(mended.map(({ kept }) => kept)).toEqual(mended.map(() => ALL));
  });

  it("for good, for every n: what was refused is said so, and what is there is whole", () => {
    const outcomes = EVERY_N.map((n) => commitTwelve(n, "for good"));
    for (const { isRefusedInTheEnd, kept } of outcomes) {
      expect(ALL).toEqual(expect.arrayContaining([...kept]));
      expect(isRefusedInTheEnd || kept.length === 12).toBe(true);
    }
    expect(outcomes.some(({ isRefusedInTheEnd }) => !isRefusedInTheEnd)).toBe(true); // n got past the last access
  });
});
