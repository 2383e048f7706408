import "./empty-database.ts";
import { describe, expect, it } from "vitest";
import { database } from "#src/storage/database.ts";
import { forgetMapping, listMappings, saveMapping } from "#src/storage/mappings.ts";
import { loadSettings } from "#src/storage/settings.ts";
import type { SavedMapping } from "#src/storage/mappings.ts";

const broker: SavedMapping = {
  signature: "datum,kurs",
  name: "files like sap.csv",
  savedAt: 1,
  answers: { dateOrder: "dmy", decimal: "comma", columnRoles: { 0: "date", 1: "close" } },
};

describe("how a layout is read", () => {
  it("is kept with its answers, the newest first", async () => {
    await saveMapping(broker);
    await saveMapping({ ...broker, signature: "date,last" });
    expect(await listMappings()).toEqual([{ ...broker, signature: "date,last" }, broker]);
  });

  it("replaces what was kept for the same header", async () => {
    await saveMapping(broker);
    await saveMapping({ ...broker, answers: { dateOrder: "mdy" } });
    expect(await listMappings()).toEqual([{ ...broker, answers: { dateOrder: "mdy" } }]);
  });

  it("is forgotten on demand", async () => {
    await saveMapping(broker);
    await forgetMapping("datum,kurs");
    expect(await listMappings()).toEqual([]);
  });

  it("takes columns as they are for the doubts that were answered alone", async () => {
    const taken: SavedMapping = { ...broker, answers: { decimal: "dot", columns: ["missing", "wild"] } };
    await saveMapping(taken);
    expect(await listMappings()).toEqual([taken]);
  });

  it("asks about columns again where an answer of before says not which question it was to", async () => {
    const before = { ...broker, answers: { dateOrder: "dmy", columns: "take" } };
    await database.settings.put({ key: "mappings", value: [before] });
    expect(await listMappings()).toEqual([{ ...broker, answers: { dateOrder: "dmy" } }]);
  });

  it("counts as none where it can't be read, and leaves the settings alone", async () => {
    const damaged = { ...broker, answers: { columnRoles: { 0: "rubbish" } } };
    await database.settings.put({ key: "mappings", value: [damaged, broker] });
    expect(await listMappings()).toEqual([broker]);
    expect((await loadSettings()).theme).toBe("system");
  });
});
