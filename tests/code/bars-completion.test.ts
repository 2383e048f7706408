import { describe, expect, it } from "vitest";
import { pythonPlace, scriptPlace } from "#src/code/bars-completion.ts";
import { asWritten, BARS } from "#src/code/bars-table.ts";
import { findCompletions } from "#src/formula/find-completions.ts";
import { ANY_NAMES } from "#src/formula/formula-names.ts";
import { FIGURES } from "#workers/rules/function-entry.ts";

describe("what completion offers of the bars", () => {
  it.each([
    ["bars.cl", { typed: "cl", offers: "bars" }],
    ["const { close, vo", { typed: "vo", offers: "bars" }],
    ["function compute({ ", { typed: "", offers: "bars" }],
    ["bars.market.ra", { typed: "ra", offers: "market" }],
    ["if (market?.clo", { typed: "clo", offers: "market" }],
    ['bars.fact("revenue.t', { typed: "revenue.t", offers: "facts" }],
    ["fact('", { typed: "", offers: "facts" }],
    ["const close = ", null],
    ["mybars.cl", null],
    ["Math.m", null],
  ])("in scripts, behind %s", (before, place) => expect(scriptPlace(before)).toEqual(place));

  it.each([
    ['bars["cl', { typed: "cl", offers: "bars" }],
    ["x = bars['", { typed: "", offers: "bars" }],
    ['bars["market"]["vo', { typed: "vo", offers: "market" }],
    ["market['", { typed: "", offers: "market" }],
    ['bars["fact"]("p', { typed: "p", offers: "facts" }],
    ["bars.cl", null],
    ["close[", null],
  ])("in Python, behind %s", (before, place) => expect(pythonPlace(before)).toEqual(place));

  it("is every figure that the language knows of a bar, and no other", () => {
    const columns = BARS.filter(({ type }) => type === "numbers").map(({ name }) => name);
    expect(columns.toSorted()).toEqual([...FIGURES].toSorted());
    expect(BARS.map((entry) => asWritten(entry, "python"))).toContain('bars["fact"]("pe")');
  });
});

it("completes the names of own numbers in every formula, before the language's own", () => {
  for (const place of ["scanner", "buy", "sell", "simulation"] as const) {
    const setting = { wants: "number" as const, place, names: { ...ANY_NAMES, own: ["volScore"] } };
    const found = findCompletions("vol", 3, setting, false);
    expect(found?.list[0]?.name).toBe("volScore");
    expect(found?.list.map(({ name }) => name)).toContain("volume");
  }
});
