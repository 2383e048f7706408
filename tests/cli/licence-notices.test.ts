import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { noticesOf, shippedPackages } from "#workers/offline/licence-notices.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const packages = await shippedPackages(PROJECT);
const text = await noticesOf(PROJECT);

async function fileOf(path: string, name: string): Promise<string> {
  return (await readFile(`${PROJECT}${path}/${name}`, "utf8")).trim();
}

describe("the licence notices of the built app", () => {
  it("name every package that the app depends on, with version and licence", async () => {
    const names = packages.map(({ name }) => name);
    const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
      await readFile(`${PROJECT}package.json`, "utf8"),
    );
    expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)));
    expect(names).not.toContain("vitest");
    expect(packages.length).toBeGreaterThan(90);
    for (const { name, version, licence } of packages) {
      expect(licence).not.toBe("");
      expect(text).toContain(`${name} ${version}\nLicence: ${licence}\n`);
    }
  });

  it("have the licence of a package in full", async () => {
    expect(text).toContain(await fileOf("node_modules/react", "LICENSE"));
    expect(text).toContain(await fileOf("node_modules/lightweight-charts", "LICENSE"));
  });

  it("name licence and author of packages without a licence file", () => {
    for (const [name, licence, author] of [
      ["fancy-canvas", "MIT", "smakarov@tradingview.com"],
      [
        "pyodide",
        "MPL-2.0",
        "the Pyodide contributors and Mozilla; source: https://github.com/pyodide/pyodide",
      ],
      ["react-remove-scroll-bar", "MIT", "Anton Korzunov <thekashey@gmail.com>"],
      ["wouter", "Unlicense", "Alexey Taktarov <molefrog@gmail.com>"],
    ]) {
      const at = text.indexOf(`\n${name} `);
      expect(text.slice(at, at + 300)).toContain(`Licence: ${licence}\nAuthor: ${author}\n`);
    }
    expect(text.match(/brings no licence file/g)).toHaveLength(4);
  });
});
