/** What the house promises of its rooms and no linter counts: circles by late imports, state of modules, size, what shortcuts say of themselves. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const MOST_LINES = 8800;

const sources = new Map(
  readdirSync(join(ROOT, "workers"), { recursive: true, encoding: "utf8" })
    .map((path) => join("workers", path))
    .filter((path) => /(?<!\.d)\.m?ts$/.test(path))
    .map((path) => [path, readFileSync(join(ROOT, path), "utf8")]),
);

function textsOf(...rooms: readonly string[]): (readonly [path: string, text: string])[] {
  return [...sources].filter(([path]) => rooms.some((room) => path.startsWith(`workers/${room}/`)));
}

/** What a file imports, types and what is loaded late included. */
function importsOf(path: string): string[] {
  const texts = (sources.get(path) ?? "").matchAll(/\b(?:from|import)\s*\(?\s*"([#.][^"?]+)/g);
  return [...texts].flatMap(([, name = ""]) => {
    const file = name.startsWith("#") ? name.slice(1) : relative(ROOT, resolve(ROOT, path, "..", name));
    return sources.has(file) ? [file] : [];
  });
}

/** The first way found that comes back to where it began; null for none. */
function findCircle(): readonly string[] | null {
  const done = new Set<string>();
  const way: string[] = [];
  const follow = (path: string): readonly string[] | null => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (done.has(path)) return null;
    done.add(path);
    way.push(path);
    for (const next of importsOf(path)) {
      const circle = follow(next);
      if (circle) return circle;
    }
    way.pop();
    return null;
  };
  for (const path of sources.keys()) {
    const circle = follow(path);
    if (circle) return circle;
  }
  return null;
}

/** No state: what stands in a strategy, which never changes, read once for all that look at it. */
const READ_OF_STRATEGIES =
  "workers/rules/strategy-rules.ts: const known = new WeakMap<Strategy, Result<StrategyRules>>();";

describe("the house", () => {
  it("has no circle of imports in workers/, be it of types or of what is loaded late", () => {
    expect(importsOf("workers/run/plan-run.ts")).toContain("workers/engine/plan.ts");
    expect(findCircle()).toBeNull();
  });

  it("keeps no state in the modules of language, engine and figures", () => {
    const variable = /^(?:export )?(?:let|var) .*/gm;
    const collection = /^(?:export )?const (?!\w+: Readonly)[^\n]* = new (?:Weak)?(?:Map|Set)\b.*/gm;
    const changing = textsOf("rules", "words", "sessions", "engine", "figures").flatMap(([path, text]) =>
      [variable, collection].flatMap((kind) => (text.match(kind) ?? []).map((line) => `${path}: ${line}`)),
    );
    expect(changing.filter((line) => line !== READ_OF_STRATEGIES)).toEqual([]);
  });

  it(`says engine and language in at most ${MOST_LINES} lines`, () => {
    const lines = textsOf("rules", "engine").map(([, text]) => text.split("\n").length);
    expect(lines.length).toBeGreaterThan(50);
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(MOST_LINES);
  });

  it("has each shortcut say in its head what it gains, or for which one it does", () => {
    const silent = textsOf("shortcuts").filter(([path, text]) => {
      const head = /^(?:\/\/.*\n)*\/\*\*[\s\S]*?\*\//.exec(text)?.[0] ?? "";
      return !path.endsWith(".wasm.ts") && !/\b[Gg]ains?\b|\bFor [\w-]+\.ts\b/.test(head);
    });
    expect(silent.map(([path]) => path)).toEqual([]);
  });
});
