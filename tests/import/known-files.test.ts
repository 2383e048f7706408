/** The list of what is known by name: each example is known as what the list calls it. */
import { describe, expect, it } from "vitest";
import { findActions } from "#workers/import/actions/layouts.ts";
import { findLayout } from "#workers/import/statements/find-layout.ts";
import { JSON_SHAPES } from "#workers/import/what/json-shapes.ts";
import { knownFiles } from "#workers/import/what/known-files.ts";
import type { KnownFile } from "#workers/import/what/known-files.ts";
import { layoutName } from "#workers/import/what/vendor.ts";

function filesOf(part: string): readonly KnownFile[] {
  return knownFiles().find(({ id }) => id === part)?.files ?? [];
}

/** Layouts that others begin like: what decides between them is in columns that a table needn't have. */
const SAME_START: Readonly<Record<string, string>> = {
  "results of NSE or BSE without their days": "periods of results",
};

describe("what is known by name", () => {
  it("has parts with names of their own, and no example twice in one", () => {
    const parts = knownFiles();
    expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length);
    for (const { files } of parts) {
      expect(files.length).toBeGreaterThan(0);
      expect(new Set(files.map(({ name, example }) => `${name} ${example}`)).size).toBe(files.length);
      expect(files.every(({ name, example }) => name !== "" && example !== "")).toBe(true);
    }
  });

  it("has the vendors that people download from most", () => {
    const all = knownFiles().flatMap(({ files }) => files.map(({ name }) => name));
    for (const name of ["Yahoo Finance", "NSE bhavcopy", "MetaTrader 5", "Twelve Data", "SimFin statements"])
      expect(all).toContain(name);
    expect(all.some((name) => name.startsWith("LSE"))).toBe(true);
  });

  it.each(JSON_SHAPES)("reads the JSON of $vendor: $example", ({ example }) => {
    const parsed: unknown = JSON.parse(example);
    const first = JSON_SHAPES.find(({ rows }) => (rows(parsed)?.length ?? 0) > 0);
    expect(first?.example).toBe(example);
  });

  it.each(filesOf("actions"))("knows the header of $name", ({ name, example }) => {
    expect(findActions([{ cells: example.split(","), line: 1 }])?.layout.vendor).toBe(name);
  });

  it.each([...filesOf("statements"), ...filesOf("members")])(
    "knows the header of $name",
    ({ name, example }) => {
      const titles = example.split(",").filter((title) => title !== "…");
      const vendor =
        findLayout(titles, [])?.vendor ?? findLayout([...titles, "revenue", "netincome", "eps"], [])?.vendor;
      expect(SAME_START[name] ?? name).toBe(vendor);
    },
  );

  it.each(filesOf("prices"))("names a file of $name with the header $example", ({ name, example }) => {
    expect(layoutName({ header: example.split(",") }, "days")).toBe(`${name}, days`);
  });
});
