import "./empty-database.ts";
import { describe, expect, it } from "vitest";
import { database } from "#src/storage/database.ts";
import { eachPiece } from "#src/storage/read-pieces.ts";
import { listStrategies } from "#src/storage/strategies.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

/** The last has the first id and the latest change. */
async function store(count: number): Promise<void> {
  const records = Array.from({ length: count }, (_, place) => {
    const id = `s-${String(count - place).padStart(4, "0")}`;
    const times = { createdAt: place, updatedAt: place };
    const facts = { status: "ready" as const, datasetId: "demo", revision: 1 };
    return { id, name: id, ...times, ...facts, strategy: { ...defaultStrategy, name: id } };
  });
  await database.strategies.bulkAdd(records);
}

async function piecesOf(): Promise<readonly (readonly string[])[]> {
  const pieces: string[][] = [];
  await eachPiece(database.strategies, (stored) => pieces.push(stored.map(({ id }) => id)));
  return pieces;
}

describe("a long table", () => {
  it("is handed out fifty at a time, each record once, by their ids", async () => {
    await store(120);
    const pieces = await piecesOf();
    expect(pieces.map(({ length }) => length)).toEqual([50, 50, 20]);
    const ids = pieces.flat();
    expect([ids[0], ids[49], ids[50], ids.at(-1)]).toEqual(["s-0001", "s-0050", "s-0051", "s-0120"]);
    expect(new Set(ids).size).toBe(120);
  });

  it("of exactly two pieces loses none", async () => {
    await store(100);
    expect((await piecesOf()).flat()).toHaveLength(100);
  });

  it("gives the same list as one read would, the damaged apart", async () => {
    await store(120);
    await database.table("strategies").update("s-0077", { revision: "three" });
    const { records, damaged } = await listStrategies();
    expect(records).toHaveLength(119);
    expect([records[0]?.id, records.at(-1)?.id]).toEqual(["s-0001", "s-0120"]);
    expect(damaged.map(({ id }) => id)).toEqual(["s-0077"]);
  });
});
