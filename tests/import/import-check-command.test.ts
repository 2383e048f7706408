/** The command line of the dry run: what it prints, what it writes, and its exit codes. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importCheckCommand } from "#workers/commands/import-check-command.ts";

interface Printed {
  readonly file: string;
  readonly verdict: string;
  readonly first: string | null;
  readonly warnings: readonly string[];
}

const good = "date,open,high,low,close,volume\n2024-01-15,1.5,2,1,1.75,100\n2024-01-16,1.75,2,1,1.5,200\n";

describe("import-check", () => {
  let folder = "";

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "import-check-"));
    await mkdir(join(folder, "deep/er"), { recursive: true });
    await writeFile(join(folder, "ACME.csv"), good);
    await writeFile(join(folder, "deep/er/page.csv"), "<html>no</html>");
    await writeFile(join(folder, "two.zip"), zipSync({ "BETA.csv": new TextEncoder().encode(good) }));
  });

  afterAll(async () => rm(folder, { recursive: true }));

  it("prints one object a file of a folder, at any depth, and a file of an archive", async () => {
    const { code, out } = await run(folder);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the command is to print
    const checks = JSON.parse(out) as Printed[];
    expect(code).toBe(0);
    expect(checks.map(({ file, verdict, first }) => [file.slice(folder.length), verdict, first])).toEqual([
      ["/ACME.csv", "ok", "2024-01-15"],
      ["/deep/er/page.csv", "refuse", null],
      ["/two.zip/BETA.csv", "ok", "2024-01-15"],
    ]);
  });

  it("writes the bars of files that are ok", async () => {
    const bars = join(folder, "bars.out");
    expect((await run(join(folder, "two.zip"), join(folder, "ACME.csv"), "--bars", bars)).code).toBe(0);
    expect((await readFile(bars, "utf8")).split("\n")).toEqual([
      "symbol,date,open,high,low,close,volume",
      "ACME,2024-01-15,1.5,2,1,1.75,100",
      "ACME,2024-01-16,1.75,2,1,1.5,200",
      "BETA,2024-01-15,1.5,2,1,1.75,100",
      "BETA,2024-01-16,1.75,2,1,1.5,200",
      "",
    ]);
    await rm(bars);
  });

  it("reads as rates what an instruments.csv among the files calls so", async () => {
    const other = join(folder, "rates");
    const bars = join(folder, "rates.out");
    await mkdir(other);
    await writeFile(join(other, "TB.csv"), "date,close\n2024-01-15,-0.5\n2024-01-16,0\n");
    await writeFile(join(other, "instruments.csv"), "symbol,instrumentType\nTB,RATE\n");
    expect((await run(other, "--bars", bars)).code).toBe(0);
    expect((await readFile(bars, "utf8")).split("\n").slice(1, 3)).toEqual([
      "TB,2024-01-15,-0.5,-0.5,-0.5,-0.5,0",
      "TB,2024-01-16,0,0,0,0,0",
    ]);
    await rm(other, { recursive: true });
    await rm(bars);
  });

  it("warns of days that two files have with different values, and keeps those of the first", async () => {
    const other = join(folder, "later");
    await mkdir(other);
    await writeFile(join(other, "ACME.csv"), good.replace("1.75,2,1,1.5,200", "1.75,2,1,1.25,200"));
    const bars = join(folder, "both.out");
    const { out } = await run(join(folder, "ACME.csv"), other, "--bars", bars);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the command is to print
    const checks = JSON.parse(out) as Printed[];
    expect(checks.map(({ warnings }) => warnings.some((text) => text.includes("an earlier file")))).toEqual([
      false,
      true,
    ]);
    expect(await readFile(bars, "utf8")).toContain("ACME,2024-01-16,1.75,2,1,1.5,200");
    await rm(bars);
    await rm(other, { recursive: true });
  });

  it("shows the facts, memberships and actions that a file gives, in the order in which they became known", async () => {
    const other = join(folder, "beside");
    await mkdir(other);
    const texts = {
      "facts.csv": "symbol,date,pe\nACME,2024-01-05,12.5\nACME,2024-02-05,13\n",
      "signals.csv": "symbol,date,name,value\nBETA,2024-01-05,mood,1\nBETA,2024-01-06,mood,\n",
      "sp500_ticker_start_end.csv":
        "ticker,start_date,end_date\nACME,2020-01-02,2021-03-04\nBETA,2020-05-06,\n",
      "splits.csv": "symbol,date,kind,value\nACME,2022-06-01,split,2:1\n",
    };
    await Promise.all(Object.entries(texts).map(async ([name, text]) => writeFile(join(other, name), text)));
    const { code, out } = await run("--facts", other, join(folder, "ACME.csv"));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the command is to print
    const checks = JSON.parse(out) as (Printed & { readonly facts: unknown })[];
    expect(code).toBe(0);
    const given = (name: string): unknown => checks.find(({ file }) => file.endsWith(name))?.facts;
    expect(given("/facts.csv")).toEqual([
      fact("pe", "ACME", "2024-01-05", 12.5),
      fact("pe", "ACME", "2024-02-05", 13),
    ]);
    expect(given("/signals.csv")).toEqual([
      fact("mood", "BETA", "2024-01-05", 1),
      fact("mood", "BETA", "2024-01-06", null),
    ]);
    expect(given("/sp500_ticker_start_end.csv")).toEqual([
      fact("member.sp500", "ACME", "2020-01-02", 1),
      fact("member.sp500", "ACME", "2021-03-04", 0),
      fact("member.sp500", "BETA", "2020-05-06", 1),
    ]);
    expect(given("/splits.csv")).toEqual([fact("action.split", "ACME", "2022-06-01", 2)]);
    expect(given("/ACME.csv")).toEqual([]);
    await rm(other, { recursive: true });
  });

  it("warns of a gap of years and of closes that stay the same", async () => {
    const path = join(folder, "HOLE.csv");
    const rows = [
      ...days("2015-01-01", 200).map((day, at) => `${day},${10 + (at % 7)}`),
      ...days("2018-01-01", 100).map((day) => `${day},12`),
      ...days("2018-04-11", 30).map((day, at) => `${day},${13 + (at % 5)}`),
    ];
    await writeFile(path, `date,close\n${rows.join("\n")}\n`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the command is to print
    const [check] = JSON.parse((await run(path)).out) as Printed[];
    expect(check?.warnings).toEqual(
      expect.arrayContaining([
        "No bars for a year or more between others: HOLE 2015-07-20 to 2017-12-29.",
        "Closes that stay the same for 60 bars or more: HOLE 2018-01-01 to 2018-04-10.",
      ]),
    );
    await rm(path);
  });

  it("lists what is known, with an example a line", async () => {
    const { code, out } = await run("--layouts");
    expect(code).toBe(0);
    expect(out).toContain("  Yahoo Finance: date,open,high,low,close,adjclose,volume\n");
    expect(out).toContain("  LSE, London: ACME.L, GBP or GBX\n");
    expect(out).toContain("  NSE corporate actions: purpose,symbol,exdate\n");
  });

  it("ends with 1 for a path that is not there and for bars that can't be written, 2 for wrong usage", async () => {
    expect(await run(join(folder, "none"))).toMatchObject({ code: 1, out: "" });
    expect((await run(folder, "--bars", join(folder, "none/b.csv"))).code).toBe(1);
    expect((await run()).told).toMatch(/usage:/);
    expect((await run("--what", folder)).code).toBe(2);
  });
});

async function run(...argv: string[]): Promise<{ code: number; out: string; told: string }> {
  let out = "";
  let told = "";
  const code = await importCheckCommand(argv, {
    out: (text) => {
      out += text;
    },
    progress: (text) => {
      told += text;
    },
  });
  return { code, out, told };
}

function fact(name: string, symbol: string, knownFrom: string, value: number | null): unknown {
  return { name, symbol, knownFrom, value };
}

/** Working days among so many days from one on. */
function days(from: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => new Date(Date.parse(from) + at * 86_400_000))
    .filter((day) => day.getUTCDay() % 6 !== 0)
    .map((day) => day.toISOString().slice(0, 10));
}
