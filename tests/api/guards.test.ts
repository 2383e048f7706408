/** A wrong token tells by its time neither how long the right one is nor how much of it was right. */
import { timingSafeEqual } from "node:crypto";
import type * as Crypto from "node:crypto";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, it, vi } from "vitest";
import { createGuard } from "#workers/api/server/guards.ts";
import { CallProblem } from "#workers/api/server/problems.ts";

vi.mock("node:crypto", async (original) => {
  const real = await original<typeof Crypto>();
  return { ...real, timingSafeEqual: vi.fn(real.timingSafeEqual) };
});

const TOKEN = "0123456789abcdef".repeat(4);

function callWith(token: string): IncomingMessage {
  const call = new IncomingMessage(new Socket());
  Object.assign(call, { method: "GET", url: "/v1/runs", rawHeaders: ["Host", "127.0.0.1:4848"] });
  call.headers = { authorization: `Bearer ${token}` };
  return call;
}

/** What the guard compared for a call, as lengths in bytes, and the problem that the call met; null without one. */
function lookAt(token: string) {
  const compare = vi.mocked(timingSafeEqual);
  compare.mockClear();
  let problem: unknown = null;
  try {
    createGuard(TOKEN, 4848, null).check(callWith(token));
  } catch (error) {
    problem = error;
  }
  const compared = compare.mock.calls.map((both) => both.map(({ byteLength }) => byteLength));
  return { compared, code: problem instanceof CallProblem ? problem.body.code : null };
}

it.each([
  ["the right one", TOKEN, null],
  ["one whose first character is wrong", `x${TOKEN.slice(1)}`, "token-invalid"],
  ["one whose last character is wrong", `${TOKEN.slice(0, -1)}x`, "token-invalid"],
  ["a part of it", TOKEN.slice(0, 10), "token-invalid"],
  ["more than it", `${TOKEN}0`, "token-invalid"],
  ["a very long one", TOKEN.repeat(50), "token-invalid"],
])("%s is compared in constant time, at one length", (_, given, code) => {
  expect(lookAt(given)).toEqual({ compared: [[32, 32]], code });
});
