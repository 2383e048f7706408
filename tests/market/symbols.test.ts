import { describe, expect, it } from "vitest";
import { createSymbolFinder, createSymbolList } from "#workers/market/symbols.ts";

describe("a symbol that was found", () => {
  it("keeps nothing of the bytes it was found in, which are used again", () => {
    const list = createSymbolList();
    const finder = createSymbolFinder(list);
    const chunk = Buffer.from("AAA");
    const found = finder.find(chunk, 0, 3);
    chunk.write("BBB");
    expect(finder.find(Buffer.from("AAA"), 0, 3)).toBe(found);
    expect(finder.find(chunk, 0, 3).number).toBe(1);
    expect(list.names).toEqual(["AAA", "BBB"]);
  });
});
