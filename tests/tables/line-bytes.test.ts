import { expect, it } from "vitest";
import { createLineBytes } from "#workers/tables/parquet-source.ts";

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

it("lines of cells are what their text is in UTF-8, whatever letters and however many there are", () => {
  const lines = createLineBytes();
  const rows = [
    ["date", "close", ""],
    ["2024-01-02", "Größe", "日経 225 😀"],
    ["", "a".repeat(300_000), "ü".repeat(300_000)],
    ["x"],
  ];
  const text: string[] = [];
  for (const [at, cells] of rows.entries()) {
    for (const cell of cells) lines.cell(cell);
    lines.endLine();
    if (at === 1) text.push(textOf(lines.take()));
  }
  text.push(textOf(lines.take()));
  expect(text).toEqual([
    "date,close,\n2024-01-02,Größe,日経 225 😀\n",
    `,${"a".repeat(300_000)},${"ü".repeat(300_000)}\nx\n`,
  ]);
  expect(lines.take()).toHaveLength(0);
});
