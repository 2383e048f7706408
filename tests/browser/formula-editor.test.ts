/** The editor of a formula, in a browser that draws its list of completions. */
import { afterEach, expect, it } from "vitest";
import { userEvent } from "vitest/browser";
import { createEditor } from "#src/formula/formula-editor.ts";
import type { EditorHandlers, FormulaEditor } from "#src/formula/formula-editor.ts";
import { ANY_NAMES } from "#src/formula/formula-names.ts";

/** A list of completions is there within this. */
const LISTED_MS = 200;

const host = document.createElement("div");
let editor: FormulaEditor | null = null;
afterEach(() => {
  editor?.destroy();
  host.remove();
});

const listed = () => [...document.querySelectorAll("[role=option]")].map((option) => option.textContent);

it("offers symbols that come while one is being typed, and nothing where none is", async () => {
  document.body.append(host);
  let symbols: readonly string[] | null = null;
  const handlers = (): EditorHandlers => ({
    setting: { wants: "rule", place: "buy", names: { ...ANY_NAMES, symbols } },
    onChange: () => undefined,
    onCursor: () => undefined,
    onEnter: () => undefined,
    onPaste: () => null,
  });
  const selection = { from: 0, to: 0 };
  editor = createEditor({ host, value: "", selection, attributes: {}, placeholder: "", handlers });
  editor.focus();
  await userEvent.keyboard('of("TID');
  expect(listed()).toEqual([]);
  symbols = ["TIDAL120", "MOON"];
  editor.offerSymbols();
  await expect.poll(listed).toEqual([expect.stringContaining("TIDAL120")]);
  await userEvent.keyboard("{Escape}");
  editor.setValue("");
  editor.offerSymbols();
  await new Promise((resolve) => setTimeout(resolve, LISTED_MS));
  expect(listed()).toEqual([]);
});
