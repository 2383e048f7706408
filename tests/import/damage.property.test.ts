/**
 * Laws of the dry run: chunks may be cut anywhere, rows may leave the memory at any time, and damage stays where it is.
 * IMPORT_FUZZ_RUNS says how many runs,
 * a few hundred without it.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { barLines, checkSource } from "./check-support.ts";
import type { PooledCheck } from "./check-support.ts";
import { bytesSource } from "../market/text-sources.ts";

const RUNS = Number(process.env["IMPORT_FUZZ_RUNS"] ?? 300);
const TIMEOUT = 20_000 + RUNS * 60;

/** Small files of different shapes, forty days each. */
const FILES: readonly (readonly [name: string, text: string])[] = [
  [
    "ACME.csv",
    rows(
      "Date,Open,High,Low,Close,Adj Close,Volume",
      (day, at) => `${day},${at + 10}.5,${at + 12},${at + 9.25},${at + 11},${at + 5},${at}00`,
    ),
  ],
  [
    "ACME.txt",
    rows(
      "DATE;OPEN;HIGH;LOW;CLOSE;VOL",
      (day, at) => `${turned(day, ".")};${at + 10},5;${at + 12},0;${at + 9},25;${at + 11},5;${at}00`,
    ),
  ],
  [
    "all.csv",
    rows(
      '"Symbol","Series","Date","Close Price","Open Price"',
      (day, at) => `"A${at % 3}","EQ","${day}","${at + 1}.5","${at + 1}.25"`,
    ),
  ],
  [
    "ACME Historical Data.csv",
    rows(
      '"Date","Price","Open","High","Low","Vol.","Change %"',
      (day, at) =>
        `"${turned(day, "/")}","1,0${at + 10}.5","1,0${at + 10}.0","1,0${at + 11}.0","1,0${at + 10}.0","${at + 1}.5K","1%"`,
    ),
  ],
  ["wide.csv", rows("Date,AAA,BBB,CCC", (day, at) => `${day},${at + 1}.5,,${at + 3}.25`)],
  [
    "EURUSD.csv",
    rows(
      "",
      (day, at) =>
        `${day.replaceAll("-", ".")},00:00,1.${at + 20},1.${at + 30},1.${at + 10},1.${at + 25},${at}`,
    ),
  ],
];

describe("a dry run", () => {
  it(
    "is the same wherever the chunks are cut",
    async () => {
      const anyFile = fc.constantFrom(...FILES);
      await fc.assert(
        fc.asyncProperty(
          anyFile,
          fc.array(fc.nat(3000), { maxLength: 12 }),
          damages(),
          fc.option(fc.nat(60)),
          async (file, cuts, damage, mostRows) => {
            const bytes = damaged(file[1], damage);
            const whole = await check(file[0], bytes, []);
            const cut = await check(file[0], bytes, cuts, mostRows);
            expect(cut.check).toEqual(whole.check);
            expect(barLines([cut])).toEqual(barLines([whole]));
          },
        ),
        { numRuns: RUNS },
      );
    },
    TIMEOUT,
  );

  it(
    "leaves the bars of lines alone that nobody damaged",
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...FILES), damages(), async ([name, text], damage) => {
          const before = new Set(barLines([await check(name, encode(text), [])]));
          const after = await check(name, damaged(text, damage), []);
          if (after.check.verdict !== "ok") return;
          const changed = barLines([after]).filter((line) => !before.has(line));
          // A wide table's line has three bars; a flipped line end joins two lines.
          expect(changed.length).toBeLessThanOrEqual(damage.length * 6);
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT,
  );

  it(
    "answers noise without a failure",
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 600 }), async (bytes) => {
          expect((await check("noise.csv", bytes, [])).check.verdict).not.toBe("ok");
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT,
  );
});

type Damage =
  | { readonly type: "flip"; readonly at: number; readonly byte: number }
  | { readonly type: "drop-line"; readonly at: number }
  | { readonly type: "cut"; readonly at: number };

/** Below the header: a damaged header changes what all rows mean, which is asked or refused. */
function damages(): fc.Arbitrary<Damage[]> {
  const at = fc.integer({ min: 60, max: 3000 });
  const flip = fc.record({ type: fc.constant("flip" as const), at, byte: fc.nat(255) });
  const drop = fc.record({ type: fc.constant("drop-line" as const), at });
  const cut = fc.record({ type: fc.constant("cut" as const), at });
  return fc.array(fc.oneof({ weight: 6, arbitrary: flip }, drop, cut), { maxLength: 3 });
}

function damaged(text: string, damage: readonly Damage[]): Uint8Array {
  let bytes = encode(text);
  for (const one of damage) {
    const at = one.at % bytes.length;
    if (one.at >= bytes.length || at < 60) continue;
    if (one.type === "cut") bytes = bytes.slice(0, at);
    else if (one.type === "flip") bytes = bytes.map((byte, place) => (place === at ? one.byte : byte));
    else {
      const start = bytes.lastIndexOf(10, at) + 1;
      const end = bytes.indexOf(10, at) + 1;
      if (end > start) bytes = Uint8Array.from([...bytes.slice(0, start), ...bytes.slice(end)]);
    }
  }
  return bytes;
}

async function check(
  name: string,
  bytes: Uint8Array,
  cuts: readonly number[],
  mostRows: number | null = null,
): Promise<PooledCheck> {
  return checkSource(bytesSource(name, bytes, cuts), {}, mostRows);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function rows(header: string, line: (day: string, at: number) => string): string {
  const lines = header === "" ? [] : [header];
  for (let at = 0; at < 40; at++)
    lines.push(line(new Date(Date.UTC(2024, 0, 2 + at)).toISOString().slice(0, 10), at));
  return `${lines.join("\n")}\n`;
}

function turned(day: string, sign: string): string {
  const [year = "", month = "", date = ""] = day.split("-");
  return [date, month, year].join(sign);
}
