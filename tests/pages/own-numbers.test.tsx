/** Numbers by a person's own code in the builder: kept, named, offered, told of. The room is stood in for: there is no worker. */
import { add, COPY, field, openWith } from "./own-number-bench.tsx";
import { openBuilder, press } from "./open-builder.tsx";
import { accessibilityFaults, openApp } from "./open-app.tsx";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { asked } from "#tests/support/asked.ts";
import type { openTrialDesk } from "#src/run/try-field.ts";
import { loadStrategy } from "#src/storage/strategies.ts";
import { valueOf } from "#tests/support/value-of.ts";
import type { Strategy } from "#workers/model/strategy.ts";

/** The plain field, as before the editor's chunk is there: happy-dom can't draw an editor. The walk of own numbers types into it. */
vi.mock("#src/code/use-code-editor.ts", () => ({
  useCodeEditor: () => ({ hostRef: { current: null }, plainRef: { current: null }, editor: null }),
}));
/** Canvases need a browser. */
vi.mock("#src/pages/builder/computed/tried-figure.tsx", () => ({
  TriedFigure: ({ name, symbol }: { readonly name: string; readonly symbol: string }) =>
    `Chart of ${name}, of ${symbol}`,
}));
vi.mock("#src/run/try-field.ts", () => ({ openTrialDesk: vi.fn<typeof openTrialDesk>() }));
vi.mock("#src/code/code-editor.ts", () => new Promise(() => {})); // the plain field stands in its place

const part = async () => within(await screen.findByRole("region", { name: "Your own numbers" }));

async function choose(user: UserEvent, number: string, action: string): Promise<void> {
  await user.click(screen.getByRole("button", { name: `Actions of ${number}` }));
  await user.click(await screen.findByRole("menuitem", { name: action }));
}

async function saved(user: UserEvent, id: string): Promise<Strategy> {
  await press(user, "Save Strategy");
  await screen.findByText("Strategy saved successfully!");
  return valueOf(await loadStrategy(id)).strategy;
}

const codeOfOwn = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Code of own" });

describe("the list of own numbers", () => {
  it("takes an example, under a name that is free, and saves it as it was typed", async () => {
    const { user, record } = await openBuilder("scanner");
    await add(user, /^z-score of volume/);
    const name = await screen.findByRole<HTMLInputElement>("textbox", { name: "Name" });
    expect(name.value).toBe("volumeScore");
    expect(document.activeElement).toBe(name);
    await add(user, /^z-score of volume/);
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Name" }).value).toBe("volumeScore2"),
    );
    const box = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Code of volumeScore2" });
    expect(box.value).toBe(COPY);
    await user.type(box, "// mine");
    expect(await accessibilityFaults()).toEqual([]);
    const { computed } = await saved(user, record.id);
    expect(computed).toEqual([field("volumeScore"), { ...field("volumeScore2"), source: `${COPY}// mine` }]);
  });

  it("begins an empty one in each language, and changes an untouched one with its language", async () => {
    const { user } = await openBuilder("scanner");
    await add(user, "Python");
    await screen.findByRole("textbox", { name: "Code of own" });
    expect(codeOfOwn().value).toContain("def compute(bars):");
    await user.selectOptions(screen.getByRole("combobox", { name: "Language" }), "TypeScript");
    expect(codeOfOwn().value).toContain("function compute(bars: Bars): Float64Array");
    await user.type(codeOfOwn(), "//");
    await user.selectOptions(screen.getByRole("combobox", { name: "Language" }), "JavaScript");
    expect(codeOfOwn().value).toContain("bars: Bars"); // what was typed is nobody's to replace
  });

  it("tells of names that can't be, at once, and keeps what was typed", async () => {
    const { user, record } = await openBuilder("scanner");
    await add(user, /^Kalman filter/);
    await add(user, /^z-score of volume/);
    const name = await screen.findByRole("textbox", { name: "Name" });
    const type = async (text: string) => {
      await user.clear(name);
      if (text !== "") await user.type(name, text);
    };
    const message = () => {
      const ids = name.getAttribute("aria-describedby")?.split(" ") ?? [];
      return ids.map((id) => document.querySelector(`[id="${id}"]`)?.textContent ?? "").join(" ");
    };
    await type("KALMAN");
    expect(message()).toContain("The name must differ from the names before it.");
    await type("sma");
    expect(message()).toContain("The name must not be a word of the rule language.");
    await type("2nd");
    expect(message()).toContain("The name must begin with a letter");
    await type("");
    expect(message()).toContain("Give it a name: rules use the number by it.");
    await press(user, "Save Strategy");
    expect(valueOf(await loadStrategy(record.id)).strategy.computed).toBeUndefined();
    await type("score");
    const { computed } = await saved(user, record.id);
    expect(computed?.map((each) => each.name)).toEqual(["kalman", "score"]);
  });

  it("opens the wrong one when it is in the way of saving", async () => {
    const { user } = await openBuilder("scanner");
    await add(user, /^Kalman filter/);
    await user.clear(await screen.findByRole("textbox", { name: "Name" }));
    await user.click(screen.getByRole("button", { name: /^Close number 1/ }));
    expect((await part()).getByText(/Give it a name/)).toBeTruthy();
    await press(user, "Save Strategy");
    const name = await screen.findByRole("textbox", { name: "Name" });
    expect(name.getAttribute("aria-invalid")).toBe("true");
  });

  it("copies, switches off, deletes and brings back", async () => {
    const { user, id } = await openWith([field("one"), field("two")], [], "simulation");
    await part();
    await choose(user, "one", "Duplicate");
    await choose(user, "two", "Switch off");
    await choose(user, "one", "Delete");
    expect(screen.queryByRole("button", { name: "Actions of one" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    const { computed } = await saved(user, id);
    expect(computed).toEqual([field("one"), field("one2"), { ...field("two"), off: true }]);
  });

  it("has room for twenty", async () => {
    const twenty = Array.from({ length: 20 }, (_, at) => field(`n${at}`));
    await openWith(twenty, []);
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Add a number of your own" });
    expect(button.disabled).toBe(true);
    expect(screen.getByText("A strategy may have 20 numbers of your own.")).toBeTruthy();
  });

  it("refuses a source of more than 100,000 bytes at its field", async () => {
    const { user, id } = await openWith([field("one")], [], "simulation");
    await user.click(await screen.findByRole("button", { name: "Edit one" }));
    const box = await screen.findByRole("textbox", { name: "Code of one" });
    fireEvent.change(box, { target: { value: `//${"ä".repeat(50_000)}` } });
    expect(await screen.findByText("⚠ The source may have at most 100000 bytes.")).toBeTruthy();
    await press(user, "Save Strategy");
    expect(valueOf(await loadStrategy(id)).strategy.computed).toEqual([field("one")]);
  });

  it("keeps what was typed as a draft", async () => {
    const { user, id } = await openWith([field("one")], [], "simulation");
    await user.click(await screen.findByRole("button", { name: "Edit one" }));
    await user.type(await screen.findByRole("textbox", { name: "Name" }), " x");
    await user.click(screen.getByRole("link", { name: "Logout" }));
    cleanup();
    const again = openApp(`/simulation-steps?id=${id}&step=simulation`);
    await again.click(await screen.findByRole("button", { name: "Edit one x" }));
    expect((await screen.findByRole<HTMLInputElement>("textbox", { name: "Name" })).value).toBe("one x");
  });
});

describe("an own number in rules", () => {
  it("stands in the list of conditions, and among the names that a row offers", async () => {
    const { user, id } = await openWith([field("myScore")], []);
    await user.click(await screen.findByRole("button", { name: "Add a condition" }));
    await user.type(await screen.findByPlaceholderText(/Search by words/), "myscore");
    await user.keyboard("{Enter}");
    const named = await screen.findByRole<HTMLInputElement>("combobox", { name: "Name" });
    expect(named.value).toBe("myScore");
    const offered = document.querySelectorAll(`datalist[id="${named.getAttribute("list")}"] option`);
    expect(Array.from(offered, (option) => option.getAttribute("value"))).toContain("myScore");
    const { buy } = await saved(user, id);
    expect(buy.rules).toEqual(["myScore > 0"]);
  });

  it("is known by its name in any case of letters, and one that nothing names is said to be unused", async () => {
    await openWith([field("myScore"), field("other")], ["MYSCORE > 0.7"]);
    const numbers = await part();
    expect(numbers.getByText(/used by buy rules/)).toBeTruthy();
    expect(numbers.getByText(/not used: no rule names it/)).toBeTruthy();
    expect(screen.queryByText(/no fact or signal/)).toBeNull();
    await waitFor(() => expect(asked.preview).toHaveBeenCalled(), { timeout: 30_000 });
    const [counted] = asked.preview.mock.lastCall ?? [];
    expect(counted?.strategy.buy.rules).toEqual(["MYSCORE > 0.7"]);
  });

  it("is unknown to them while it is off", async () => {
    const { user } = await openWith([field("myScore")], ["myScore > 0.7"]);
    await part();
    await choose(user, "myScore", "Switch off");
    expect(await screen.findAllByText(/the dataset has no fact or signal of that name/)).not.toEqual([]);
    expect((await part()).getByText(/off, though named by buy rules/)).toBeTruthy();
  });

  it("is offered in the list of what a row looks at", async () => {
    const { user, id } = await openWith([field("myScore")], ["rsi(14) < 30"]);
    const what = await screen.findByRole("combobox", { name: "What" });
    await user.selectOptions(what, "myScore");
    const { buy } = await saved(user, id);
    expect(buy.rules).toEqual(["myScore > 0"]);
  });

  it("shows why the counts were refused where it is the reason", async () => {
    const message = 'number "bad", line 2, column 5, AB: it broke.';
    asked.preview.mockResolvedValue({
      ok: false,
      problem: { code: "code-failed", message, place: "computed[0].source" },
    });
    await openWith([field("bad")], ["bad > 0"]);
    expect(await (await part()).findByText(`⚠ ${message}`, {}, { timeout: 30_000 })).toBeTruthy();
  });
});
