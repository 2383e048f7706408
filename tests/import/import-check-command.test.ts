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
