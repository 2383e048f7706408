/** What is wrong in a field is said when it is left, and a click that leaves it still reaches its button. */
import { openBuilder, retype } from "./open-builder.tsx";
import { screen, waitFor } from "@testing-library/react";
import { asked } from "#tests/support/asked.ts";
import { beforeEach, expect, it } from "vitest";
import { preview } from "./open-builder.tsx";

beforeEach(() => {
  asked.preview.mockResolvedValue({ ok: true, value: preview });
});

it.each([
  { typed: "-3", message: /^Commission must be/ },
  { typed: "abc", message: /^"abc" is not a number/ },
])("tells a commission of $typed when it is left, and no sooner", async ({ typed, message }) => {
  const { user } = await openBuilder("simulation");
  const box = await retype(user, "Commission", typed);
  expect(screen.queryByText(message)).toBeNull();
  await user.tab();
  await screen.findByText(message);
  expect(box.getAttribute("aria-invalid")).toBe("true");
  await retype(user, "Commission", "0.2");
  await waitFor(() => expect(screen.queryByText(message)).toBeNull());
});

it("tells a start after the end when it is left", async () => {
  const { user } = await openBuilder("simulation");
  const box = screen.getByLabelText("Start date");
  await user.clear(box);
  await user.type(box, "2030-01-01");
  await user.tab();
  expect(await screen.findByText("The end date must be after the start date.")).toBeTruthy();
});

it("says nothing before the click that leaves the field has reached its button", async () => {
  const { user } = await openBuilder("simulation");
  await retype(user, "Commission", "-3");
  const button = screen.getByRole("button", { name: "Save Strategy" });
  await user.pointer({ target: button, keys: "[MouseLeft>]" });
  expect(screen.queryByText(/^Commission must be/)).toBeNull();
  await user.pointer({ target: button, keys: "[/MouseLeft]" });
  await screen.findByText(/^Commission must be/);
});

it("asks for a name where nothing of it can be seen", async () => {
  const { user } = await openBuilder("scanner");
  await retype(user, "Strategy name", "\u200B");
  await user.tab();
  expect(await screen.findByText("Give the strategy a name.")).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Strategy without a name");
});
