/** What an attacker would type, or put into a file for somebody else to open. Each tries to set `pwned` on the page. */
import { createHash } from "node:crypto";
import { strToU8, zipSync } from "fflate";
import { strategyRecord } from "#tests/storage/sample-strategy.ts";
import { DATABASE_VERSION } from "#src/storage/upgrades.ts";

/** Names of strategies, symbols and files: markup, formulas, properties of objects, letters that turn others round. */
export const HOSTILE_NAMES: readonly string[] = [
  "<img src=x onerror=pwned=1>",
  "<script>pwned=1</script>",
  "<svg/onload=pwned=1>",
  '"><iframe srcdoc="<script>parent.pwned=1</script>">',
  "' onmouseover='pwned=1",
  "javascript:pwned=1",
  "<style>*{background:url(https://evil.example/)}</style>",
  "<link rel=stylesheet href=//evil.example>",
  "<base href=//evil.example>",
  "<meta http-equiv=refresh content=0;url=//evil.example>",
  "<form action=//evil.example><button>Save",
  "${pwned=1}{{pwned=1}}",
  '=HYPERLINK("https://evil.example","open")',
  "=cmd|' /C calc'!A0",
  "+1+cmd|' /C calc'!A0",
  "@SUM(1+1)*cmd|' /C calc'!A0",
  "-2+3+cmd|' /C calc'!A0",
  "\t=1+1",
  "__proto__",
  "constructor",
  "toString",
  "../../../../etc/passwd",
  "..\\..\\windows\\system32",
  "CON.csv%00.html",
  "\u202Etxt.exe",
  "\u0000\u0001\u001B[2J",
  "a".repeat(5000),
  "\u{1F600}".repeat(300),
];

const PRICES = "date,open,high,low,close,volume\n2020-01-02,1,2,1,2,5\n2020-01-03,2,3,2,3,5\n";
const LONG_ROW = `${"1,".repeat(200_000)}1\n`;

export interface HostileFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const text = (name: string, content: string): HostileFile => ({ name, bytes: strToU8(content) });

/** Dropped on the Data screen: each is refused, asked about, or its figures alone are taken. */
export const HOSTILE_FILES: readonly HostileFile[] = [
  text("<img src=x onerror=pwned=1>.csv", PRICES),
  text("=1+1.csv", PRICES),
  text("__proto__.csv", PRICES),
  text("markup.csv", `symbol,${PRICES.replaceAll("\n2", "\n<img src=x onerror=pwned=1>,2")}`),
  text("formulas.csv", `symbol,${PRICES.replaceAll("\n2", "\n=cmd|' /C calc'!A0,2")}`),
  text("prototype.csv", `symbol,${PRICES.replaceAll("\n2", "\n__proto__,2")}`),
  text("header.csv", PRICES.replace("open", "<script>pwned=1</script>")),
  text("page.html", "<!doctype html><script>pwned=1</script><table><tr><td>1"),
  text("drawing.svg", "<svg xmlns='http://www.w3.org/2000/svg' onload='pwned=1'/>"),
  text("wide.csv", LONG_ROW),
  text("quotes.csv", `date,close\n"${"2020-01-02,1\n".repeat(5000)}`),
  text("json.csv", '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
  text("figures.csv", "date,close\n2020-01-02,1e400\n2020-01-03,-1e999\n2020-01-04,NaN\n2020-01-05,0x10\n"),
  text("dates.csv", "date,close\n9999999999-01-01,1\n-5000-13-77,2\n0000-00-00,3\n"),
  { name: "program.exe", bytes: Uint8Array.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0]) },
  {
    name: "paths.zip",
    bytes: zipSync({ "../../escape.csv": strToU8(PRICES), "/root.csv": strToU8(PRICES) }),
  },
  { name: "bomb.zip", bytes: zipSync({ "zeros.csv": new Uint8Array(60_000_000) }, { level: 9 }) },
  { name: "nested.zip", bytes: nest(zipSync({ "a.csv": strToU8(PRICES) }), 12) },
  { name: "cut.zip", bytes: zipSync({ "a.csv": strToU8(PRICES) }).subarray(0, 60) },
];

function nest(inner: Uint8Array, levels: number): Uint8Array {
  return levels === 0 ? inner : nest(zipSync({ "inner.zip": inner }), levels - 1);
}

/** Strategies called by all these names, as a backup that is whole in every respect. */
export function backupOfNames(names: readonly string[]): Uint8Array {
  return backup({ strategies: names.map((name, at) => strategyRecord(`named-${at}`, name)) });
}

type Tables = Readonly<Record<string, unknown>>;

interface Changes {
  readonly files?: (files: Record<string, Uint8Array>) => Record<string, Uint8Array>;
  readonly manifest?: Tables;
}

function backup(tables: Tables, changes: Changes = {}): Uint8Array {
  const all: Tables = { strategies: [], drafts: [], settings: [], datasets: [], runs: [], ...tables };
  const files = Object.fromEntries(
    Object.entries(all).map(([table, records]) => [`${table}.json`, strToU8(JSON.stringify(records))]),
  );
  const parts = Object.entries(files).map(([path, bytes]) => ({
    path,
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  }));
  const manifest = {
    format: "tidemark-backup/1",
    appVersion: "1.0.0",
    databaseVersion: DATABASE_VERSION,
    writtenAt: "2026-01-31T12:00:00.000Z",
    parts,
    ...changes.manifest,
  };
  const whole = { "manifest.json": strToU8(JSON.stringify(manifest)), ...files };
  return zipSync(changes.files?.(whole) ?? whole);
}

/** Chosen to be restored: each is refused, or what is wrong in it is left out by name. */
export const HOSTILE_BACKUPS: readonly HostileFile[] = [
  text("text.zip", "not an archive"),
  { name: "empty.zip", bytes: new Uint8Array() },
  { name: "no-manifest.zip", bytes: zipSync({ "strategies.json": strToU8("[]") }) },
  {
    name: "cut.zip",
    bytes: backup({}).subarray(0, 200),
  },
  {
    name: "changed.zip",
    bytes: backup({}, { files: (files) => ({ ...files, "strategies.json": strToU8("[{}]") }) }),
  },
  { name: "newer.zip", bytes: backup({}, { manifest: { databaseVersion: 9999 } }) },
  { name: "format.zip", bytes: backup({}, { manifest: { format: "<img src=x onerror=pwned=1>" } }) },
  { name: "moment.zip", bytes: backup({}, { manifest: { writtenAt: "<script>pwned=1</script>" } }) },
  {
    name: "pollution.zip",
    bytes: backup({ strategies: [JSON.parse('{"__proto__":{"polluted":1},"id":"a"}')] }),
  },
  {
    name: "markup-ids.zip",
    bytes: backup({
      strategies: [{ ...strategyRecord("x", "ok"), id: "<img src=x onerror=pwned=1>", revision: -1 }],
    }),
  },
  {
    name: "settings.zip",
    bytes: backup({
      settings: [
        { key: "__proto__", value: 1 },
        { key: "theme", value: "x".repeat(1e6) },
      ],
    }),
  },
  { name: "deep.zip", bytes: backup({ strategies: [deep(2000)] }) },
  {
    name: "paths.zip",
    bytes: backup({}, { files: (files) => ({ ...files, "../../evil.js": strToU8("pwned=1") }) }),
  },
];

function deep(levels: number): unknown {
  let value: unknown = {};
  for (let level = 0; level < levels; level++) value = { inner: value };
  return value;
}
