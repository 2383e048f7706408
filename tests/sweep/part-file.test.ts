import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPartFile } from "#workers/api/sweep/part-file.ts";
import type { PartFile, SweepBinding } from "#workers/api/sweep/part-file.ts";
import { csvLine, failedOutcome, rowOf } from "#workers/api/sweep/row.ts";

const AXES = [{ path: "sell.minHoldingDays", values: Array.from({ length: 50 }, (_, at) => at) }];
const BINDING: SweepBinding = { dataset: "sha256:d", strategy: "sha256:s", axes: "sha256:a", engine: "1" };

let folder = "";
let out = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "part-file-"));
  out = join(folder, "rows.csv");
});
afterEach(() => rmSync(folder, { recursive: true }));

async function open(binding = BINDING): Promise<PartFile> {
  const opened = await openPartFile(out, binding, AXES);
  if (!opened.ok) throw new Error(opened.problem.message);
  return opened.value;
}

/** Of different lengths, with what CSV has to quote. */
function lineOf(index: number): string {
  const message = `${"x".repeat(index)}, "quoted"\nand more`;
  return csvLine(rowOf(AXES, failedOutcome(index, { code: "period-empty", message })));
}

const backwards = Array.from({ length: 50 }, (_, at) => 49 - at);

describe("the rows of a sweep while they come in", () => {
  it("stand by index at the end, whatever order they came in", async () => {
    const part = await open();
    await part.append(backwards.slice(0, 20).map(lineOf));
    expect(existsSync(out)).toBe(false);
    await part.append(backwards.slice(20).map(lineOf));
    expect((await part.finish()).ok).toBe(true);
    const [header, ...lines] = readFileSync(out, "utf8").trimEnd().split("\n");
    expect(header).toMatch(/^index,sell\.minHoldingDays,startValue,.*,trades,account,problem$/);
    expect(lines).toStrictEqual(Array.from({ length: 50 }, (_, at) => lineOf(at).trimEnd()));
    expect(lines[2]).toBe('2,2,,,,,,,,,,,,,,"period-empty: xx, ""quoted"" and more"');
    expect(existsSync(`${out}.part`) || existsSync(`${out}.part.lock`)).toBe(false);
  });

  it("go on where they stopped, without the half line that a death left", async () => {
    const first = await open();
    await first.append([3, 1].map(lineOf));
    await first.close();
    appendFileSync(`${out}.part`, lineOf(2).slice(0, 9));
    const again = await open();
    expect(again.written).toStrictEqual([1, 3]);
    expect(again.sweep).toBe(first.sweep);
    await again.append(backwards.filter((index) => index !== 1 && index !== 3).map(lineOf));
    expect((await again.finish()).ok).toBe(true);
    expect(readFileSync(out, "utf8").split("\n")).toHaveLength(52);
  });

  it("begin anew where a death left not even the first lines", async () => {
    writeFileSync(`${out}.part`, '# {"dataset":"sha');
    const part = await open();
    expect(part.written).toStrictEqual([]);
    await part.close();
  });

  it.each(["dataset", "strategy", "axes", "engine"] as const)(
    "are not mixed with those of another %s",
    async (name) => {
      await (await open()).close();
      const opened = await openPartFile(out, { ...BINDING, [name]: "another" }, AXES);
      expect(opened.ok).toBe(false);
      expect(!opened.ok && opened.problem.message).toContain(`holds rows of another ${name}`);
    },
  );

  it("never write over what is there", async () => {
    writeFileSync(out, "mine");
    const opened = await openPartFile(out, BINDING, AXES);
    expect(!opened.ok && opened.problem.message).toContain("is there already and is never written over");
    rmSync(out);
    const part = await open();
    await part.append(backwards.map(lineOf));
    writeFileSync(out, "mine"); // while the sweep ran
    expect((await part.finish()).ok).toBe(false);
    expect(readFileSync(out, "utf8")).toBe("mine");
    expect(existsSync(`${out}.part`)).toBe(true);
  });

  it("belong to one sweep at a time, and to nobody once that is dead", async () => {
    const part = await open();
    const second = await openPartFile(out, BINDING, AXES);
    expect(!second.ok && second.problem.message).toContain("another sweep writes");
    await part.close();
    writeFileSync(`${out}.part.lock`, `999999999 of ${hostname()} gone`);
    const third = await open();
    expect(third.sweep).toBe(part.sweep);
    await third.close();
  });

  it("go to one of several sweeps that find those of a dead one at once", async () => {
    for (let round = 0; round < 20; round++) {
      writeFileSync(`${out}.part.lock`, `999999999 of ${hostname()} gone`);
      // oxlint-disable-next-line no-await-in-loop -- a race after the other
      const opened = await Promise.all(Array.from({ length: 8 }, () => openPartFile(out, BINDING, AXES)));
      const parts = opened.flatMap((each) => (each.ok ? [each.value] : []));
      expect(parts).toHaveLength(1);
      const refused = opened.flatMap((each) => (each.ok ? [] : [each.problem.message]));
      expect(refused).toEqual(Array(7).fill(expect.stringContaining("another sweep writes")));
      // oxlint-disable-next-line no-await-in-loop -- as above
      await Promise.all(parts.map((part) => part.close()));
      expect(readdirSync(folder)).toStrictEqual(["rows.csv.part"]);
    }
  });

  it.runIf(process.platform === "linux")(
    "are free where the number of a dead sweep is another process's by now",
    async () => {
      writeFileSync(`${out}.part.lock`, `${process.pid} of ${hostname()} 1 gone`);
      const opened = await openPartFile(out, BINDING, AXES);
      expect(opened.ok).toBe(true);
      if (opened.ok) await opened.value.close();
    },
  );

  it("are not taken out of a file that no sweep wrote", async () => {
    writeFileSync(`${out}.part`, "name,phone\nA,1\nB,2\n");
    const opened = await openPartFile(out, BINDING, AXES);
    expect(!opened.ok && opened.problem.message).toContain("was not begun by a sweep");
    expect(readFileSync(`${out}.part`, "utf8")).toBe("name,phone\nA,1\nB,2\n");
  });
});
