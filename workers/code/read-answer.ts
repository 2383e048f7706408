/** Looks at what a room says before it is believed: a person's text runs on the other side of the port. */
import { z } from "zod";
import type { RoomAnswer } from "./room-messages.ts";

/** 200 lines of 1,000 letters and their ends. */
const MOST_LETTERS = 200 * 1001;
const LONGEST_TEXT = 1000;

const lines = z.string().max(MOST_LETTERS);
const place = z.int().positive().nullable();
const answerSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("started"), lines }),
  z.object({ type: z.literal("opened"), lines }),
  z.object({
    type: z.literal("numbers"),
    numbers: z.instanceof(Float64Array),
    instruments: z.int().positive(),
    lines,
  }),
  z.object({
    type: z.literal("fault"),
    code: z.enum(["code-failed", "code-too-big", "code-unavailable", "rules-unknown-name"]),
    text: z.string().max(LONGEST_TEXT),
    symbol: z.string().nullable(),
    line: place,
    column: place,
    lines,
  }),
]);

const OUT_OF_TURN: RoomAnswer = {
  type: "fault",
  code: "code-failed",
  text: "the room answered what no code can make it answer",
  symbol: null,
  line: null,
  column: null,
  lines: "",
};

/** The answer; a fault in its place where it is none. */
export function readAnswer(data: unknown): RoomAnswer {
  return answerSchema.safeParse(data).data ?? OUT_OF_TURN;
}
