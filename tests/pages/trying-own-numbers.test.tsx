/** A number by a person's own code tried in the builder's editor: on which instrument, when, and only once it may run. */
import { add, COPY, field, nothing, openWith, trials } from "./own-number-bench.tsx";
import { openBuilder } from "./open-builder.tsx";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { consentSettled } from "#src/code/own-consent.ts";
import type { openTrialDesk } from "#src/run/try-field.ts";
import { allowCode, standingOf } from "#src/storage/code-consent.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { valueOf } from "#tests/support/value-of.ts";
import type { FieldTrial } from "#workers/model/field-trial.ts";
import type { InstrumentBars } from "#workers/model/instruments.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";

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

const noNumbers = new Float64Array(0);
const noBars: InstrumentBars = {
  day: new Int32Array(0),
  open: noNumbers,
  high: noNumbers,
  low: noNumbers,
  close: noNumbers,
  volume: noNumbers,
};

/** With its editor shown, and its code allowed. */
async function openAllowed() {
  const { user, id } = await openWith([field("one")], []);
  valueOf(await allowCode("javascript", COPY));
  await user.click(await screen.findByRole("button", { name: "Edit one" }));
  await screen.findByDisplayValue("AB");
  return { user, id };
}

describe("trying an own number", () => {
  it("asks for the first instrument, and tells a fault with its place", async () => {
    trials.answer = ok({ ...nothing, fault: { code: "code-failed", text: "it broke", line: 3, column: 7 } });
    await openAllowed();
    expect(await screen.findByText(/Line 3, column 7: it broke\./, {}, { timeout: 30_000 })).toBeTruthy();
    await waitFor(() => expect(trials.orders.at(-1)?.instrument).toBe("AB"));
    expect(trials.orders.at(-1)?.field).toEqual(field("one"));
  });

  it.each([
    ["code-failed", "The code failed: it broke."],
    ["code-too-slow", "The code is too slow: it broke."],
    ["code-too-big", "The code takes too much memory: it broke."],
    ["code-looks-ahead", "The code looks ahead: it broke."],
    ["code-not-repeatable", "The code gives different numbers when it is run again: it broke."],
  ] as const)(
    "names what is wrong by its kind (%s), where another try would give the same",
    async (code, text) => {
      trials.answer = ok({ ...nothing, fault: { code, text: "it broke" } });
      await openAllowed();
      expect(await screen.findByText(`⚠ ${text}`, {}, { timeout: 30_000 })).toBeTruthy();
      expect(await screen.findByText("It has a fault: see the code.", {}, { timeout: 30_000 })).toBeTruthy();
      expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
    },
  );

  it("blames no code that could not be run here, and tries it again on demand", async () => {
    trials.answer = ok({ ...nothing, fault: { code: "code-unavailable", text: "no room" } });
    const { user } = await openAllowed();
    expect(
      await screen.findByText("⚠ The code can't run here: no room.", {}, { timeout: 30_000 }),
    ).toBeTruthy();
    expect(await screen.findByText("It did not run.", {}, { timeout: 30_000 })).toBeTruthy();
    const before = trials.orders.length;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(trials.orders.length).toBe(before + 1), { timeout: 30_000 });
  });

  it("offers no other try where the form must be mended first", async () => {
    trials.answer = { ok: false, problem: { code: "benchmark-invalid", message: "No such index." } };
    await openAllowed();
    expect(await screen.findByText("⚠ No such index.", {}, { timeout: 30_000 })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  it("loads Python, whose weight it tells, only on demand", async () => {
    const { user } = await openBuilder("scanner");
    await add(user, "Python");
    const button = await screen.findByRole("button", { name: /^Load Python \([\d.]+ MB\) and try it$/ });
    await waitFor(() => expect(trials.orders.length).toBeGreaterThan(0), { timeout: 30_000 });
    expect(trials.orders.every(({ instrument }) => instrument === null)).toBe(true);
    await user.click(button);
    await waitFor(() => expect(trials.orders.at(-1)?.instrument).toBe("AB"), { timeout: 30_000 });
  });

  it("drops what comes back of an older text", async () => {
    const held: ((result: Result<FieldTrial>) => void)[] = [];
    trials.run = async (order) => {
      trials.orders.push(order);
      if (order.instrument === null) return trials.answer; // before it is known that it may run
      return new Promise((resolve) => held.push(resolve));
    };
    const { user } = await openAllowed();
    await waitFor(() => expect(held.length).toBe(1), { timeout: 30_000 });
    await user.type(screen.getByRole("textbox", { name: "Code of one" }), "//later");
    held[0]?.(ok({ ...nothing, lines: ["of the older text"] }));
    await waitFor(() => expect(held.length).toBe(2), { timeout: 30_000 });
    expect(trials.orders.at(-1)?.field.source).toBe(`${COPY}//later`);
    held[1]?.(ok({ ...nothing, lines: ["of the later text"] }));
    expect(await screen.findByText("of the later text", {}, { timeout: 30_000 })).toBeTruthy();
    expect(screen.queryByText("of the older text")).toBeNull();
  });

  it("ends the check of an older text, so that the newer one need not wait for it", async () => {
    const wanted: (() => boolean)[] = [];
    const figures = { bars: noBars, values: noNumbers };
    trials.run = async (order, _, isWanted) => {
      trials.orders.push(order);
      if (order.instrument === null || !order.isChecked) return ok({ ...nothing, figures });
      wanted.push(isWanted);
      await waitFor(() => expect(isWanted()).toBe(false), { timeout: 30_000 }); // as the worker asks before each step
      return ok({ ...nothing, fault: { code: "code-looks-ahead", text: "of the older text" } });
    };
    const { user } = await openAllowed();
    await waitFor(() => expect(wanted).toHaveLength(1), { timeout: 30_000 });
    expect(wanted[0]?.()).toBe(true);
    await user.type(screen.getByRole("textbox", { name: "Code of one" }), "//later");
    await waitFor(() => expect(trials.orders.at(-1)?.field.source).toBe(`${COPY}//later`), {
      timeout: 30_000,
    });
    expect(screen.queryByText(/of the older text/)).toBeNull();
  });

  it("says of which instrument the numbers are, while another is awaited", async () => {
    trials.run = async (order) => {
      trials.orders.push(order);
      return order.instrument === "CD"
        ? new Promise(() => {})
        : ok({ ...nothing, figures: { bars: noBars, values: noNumbers } });
    };
    const { user } = await openAllowed();
    await screen.findByText("Chart of one, of AB", {}, { timeout: 30_000 });
    const box = screen.getByDisplayValue("AB");
    await user.clear(box);
    await user.type(box, "CD");
    await waitFor(() => expect(trials.orders.at(-1)?.instrument).toBe("CD"), { timeout: 30_000 });
    expect(screen.getByText("Chart of one, of AB")).toBeTruthy();
  });

  it("stops on demand, and can be tried again", async () => {
    trials.run = async (order, signal) => {
      trials.orders.push(order);
      if (order.instrument === null) return trials.answer; // before it is known that it may run
      return new Promise((resolve) => {
        signal.addEventListener("abort", () =>
          resolve({ ok: false, problem: { code: "cancelled", message: "Cancelled." } }),
        );
      });
    };
    const { user } = await openAllowed();
    await user.click(await screen.findByRole("button", { name: "Stop" }, { timeout: 30_000 }));
    expect(await screen.findByText("Stopped.")).toBeTruthy();
    const before = trials.orders.length;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(trials.orders.length).toBe(before + 1), { timeout: 30_000 });
  });
});

async function mayRun(source: string) {
  await consentSettled();
  const [found] = await standingOf([{ ...field("one"), source }]);
  return found?.isAllowed;
}

describe("code that came from elsewhere", () => {
  const FOREIGN = `${COPY}// from elsewhere`;
  const open = async () => {
    const { user, id } = await openWith([{ ...field("one"), source: FOREIGN }], []);
    await user.click(await screen.findByRole("button", { name: "Edit one" }));
    await screen.findByDisplayValue("AB");
    return { user, id };
  };

  it("is not run before it is allowed, whatever is written over it", async () => {
    const { user } = await open();
    await screen.findByText(/This code was not written on this device/);
    await user.type(screen.getByRole("textbox", { name: "Code of one" }), "!");
    await waitFor(() => expect(trials.orders.at(-1)?.field.source).toBe(`${FOREIGN}!`), { timeout: 30_000 });
    expect(trials.orders.every(({ instrument }) => instrument === null)).toBe(true);
    expect(await mayRun(`${FOREIGN}!`)).toBe(false);
    await user.click(screen.getByRole("button", { name: "Allow this code to run" }));
    await waitFor(() => expect(trials.orders.at(-1)?.instrument).toBe("AB"), { timeout: 30_000 });
    expect(await mayRun(`${FOREIGN}!`)).toBe(true);
    expect(await mayRun(FOREIGN)).toBe(false);
  });

  it.each([
    ["Use in this form", "the form that it fills"],
    ["Keep as a new strategy", "the strategy that it becomes"],
  ])("with a pasted strategy (%s) is asked about in %s", async (button) => {
    const { user } = await openWith(undefined, []);
    const pasted = strategyOf({
      format: "strategy/2",
      name: "Sent",
      buy: { rules: ["one > 1"] },
      computed: [{ ...field("one"), source: `${COPY}// pasted` }],
    });
    await user.click(await screen.findByRole("textbox", { name: "Type a rule and press Enter" }));
    await user.paste(JSON.stringify(pasted));
    await user.click(await screen.findByRole("button", { name: "Import it" }, { timeout: 30_000 }));
    await user.click(await screen.findByRole("button", { name: button }, { timeout: 30_000 }));
    await user.click(await screen.findByRole("button", { name: "Edit one" }, { timeout: 30_000 }));
    await screen.findByText(/^This code came from pasted text\./, {}, { timeout: 30_000 });
    expect(await mayRun(`${COPY}// pasted`)).toBe(false);
    expect(trials.orders.every(({ instrument }) => instrument === null)).toBe(true);
  });

  it("is a person's own once it was allowed and written over", async () => {
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "Allow this code to run" }));
    await waitFor(() => expect(screen.queryByText(/was not written on this device/)).toBeNull());
    await user.type(screen.getByRole("textbox", { name: "Code of one" }), "?");
    expect(await mayRun(`${FOREIGN}?`)).toBe(true);
  });
});
