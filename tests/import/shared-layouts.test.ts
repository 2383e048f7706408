/** Small files as vendors and tools write them, beside the project: what the dry run makes of each against its expectation. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { diskSource } from "#workers/commands/disk-source.ts";
import type { ImportCheck } from "#workers/model/import-check.ts";
import { SHARED_DATA, UNLESS_SHARED } from "../support/shared-cases.ts";
import { barLines, checkAll } from "./check-support.ts";

const FOLDER = join(SHARED_DATA, "layouts");
const TABLE = join(FOLDER, "expected.tsv");

type Row = Readonly<Record<string, string>>;

const rows: readonly Row[] = existsSync(TABLE) ? readTable(readFileSync(TABLE, "utf8")) : [];

describe.skipIf(rows.length === 0)(`layouts of vendors and tools${UNLESS_SHARED}`, () => {
  it.each(rows.map((row) => [row["file"] ?? "", row["note"] ?? "", row] as const))(
    "%s: %s",
    async (file, _note, row) => {
      const checks = await checkAll([await diskSource(join(FOLDER, file), file)]);
      const check = checks[0]?.check;
      expect(check).toBeDefined();
      if (!check) return;
      expect(faultsOf(row, check, row["bar"] === "" ? [] : barLines(checks))).toEqual([]);
    },
  );
});

function readTable(text: string): readonly Row[] {
  const [header = "", ...lines] = text.trim().split("\n");
  const names = header.split("\t");
  return lines.map((line) => {
    const cells = line.split("\t");
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""]));
  });
}

/** What is not as the row wants it; [] for nothing. What a file refuses or asks is not held to what would come out. */
function faultsOf(row: Row, check: ImportCheck, bars: readonly string[]): readonly string[] {
  const of = (name: string) => row[name] ?? "";
  const verdicts = of("verdict").split("|");
  const topics = check.questions.map(({ about }) => about);
  const faults = [
    want("verdict", verdicts.includes(check.verdict), `${check.verdict} ${words(check)}`),
    want("question", of("about") === "" || topics.some((topic) => topic === of("about")), topics.join()),
    ...extraFaults(of("extra"), check),
  ];
  if (check.verdict === "refuse") return faults.filter((fault) => fault !== "");
  const symbols = of("symbols") === "" ? [] : of("symbols").split(",");
  const isAsked = topics.some((topic) => topic === "symbol");
  const found = new Set(check.symbols);
  const { columns = [] } = check.table ?? {};
  return [
    ...faults,
    want(
      "symbols",
      isAsked || symbols.every((symbol) => found.has(symbol)),
      check.symbols.slice(0, 9).join(),
    ),
    want("bars", of("bars") === "" || check.bars === Number(of("bars")), String(check.bars)),
    want("first", of("first") === "" || check.first === of("first"), String(check.first)),
    want("last", of("last") === "" || check.last === of("last"), String(check.last)),
    want("bar", of("bar") === "" || isAsked || hasBar(of("bar"), bars), bars.slice(0, 3).join(" ")),
    ...(of("roles") === "" ? [] : of("roles").split(",")).map((pair) => {
      const [role = "", index = ""] = pair.split("=");
      const is = columns.find((column) => column.index === Number(index))?.role;
      return want(`column ${index}`, is === role, String(is));
    }),
  ].filter((fault) => fault !== "");
}

function want(name: string, isSo: boolean, is: string): string {
  return isSo ? "" : `${name} is ${is}`;
}

function words(check: ImportCheck): string {
  return [
    check.message,
    ...check.questions.map(({ text }) => text),
    ...check.leftOut.map(({ reason }) => reason),
  ]
    .slice(0, 3)
    .join(" / ");
}

function extraFaults(extra: string, check: ImportCheck): readonly string[] {
  const wanted = extra.match(/\w+=[^=]+(?=,\w+=|$)/g) ?? [];
  const isRefused = check.verdict === "refuse";
  return wanted.map((pair) => {
    const [key = "", value = ""] = pair.split("=");
    if (key === "say") return want("words", words(check).includes(value), words(check));
    if (key === "notkind") {
      const isTaken = check.verdict === "ok" && value.split(",").includes(check.kind);
      return want("kind", !isTaken, check.kind);
    }
    if (isRefused) return "";
    if (key === "kind") return want("kind", check.kind === value, check.kind);
    if (key === "order")
      return want("order", check.table?.dateOrder === value, String(check.table?.dateOrder));
    if (key === "decimal")
      return want("decimal", check.table?.decimal === value, String(check.table?.decimal));
    return `${key} is not known to this test`;
  });
}

/** @param wanted - `symbol;date;open;high;low;close;volume[;adjClose]` */
function hasBar(wanted: string, bars: readonly string[]): boolean {
  const [symbol = "", date = "", ...figures] = wanted.split(";");
  const line = bars.find((bar) => bar.startsWith(`${symbol},${date},`));
  const cells = line?.split(",").slice(2) ?? [];
  return figures.every((figure, at) => Number(cells[at]) === Number(figure));
}
