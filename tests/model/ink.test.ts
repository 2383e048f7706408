import { expect, it } from "vitest";
import { isBlank, unseenIn } from "#workers/model/ink.ts";
import { readStrategy } from "#workers/model/strategy.ts";

it.each(["", "  ", "\u00a0", "\u200b", "\u00ad", "\u3164", "\u2800 ", "\u202e\u202c", "\u0007", "\ufe0f"])(
  "a name of nothing that can be seen is blank: %j",
  (name) => {
    expect(isBlank(name)).toBe(true);
    expect(readStrategy({ name })).toMatchObject({ ok: false, problem: [{ path: ["name"] }] });
  },
);

it.each(["a", "日本", "שלום", "م", "-", "❤️", "A\u200bB"])("any other is none: %j", (name) => {
  expect(isBlank(name)).toBe(false);
  expect(readStrategy({ name })).toMatchObject({ ok: true });
});

it("finds the first character that can't be seen", () => {
  expect([unseenIn("A B"), unseenIn("A\u200fB\u202e")]).toEqual([null, "\u200f"]);
});
