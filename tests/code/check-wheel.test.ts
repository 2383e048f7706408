/** Which files count as packages for Python in a room, and what is said of the others. */
import { createHash } from "node:crypto";
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { checkWheel, packageOf } from "#workers/python/check-wheel.ts";

const text = (content: string) => new TextEncoder().encode(content);
const ARCHIVE = zipSync({
  "a.py": text("A = 1\n"),
  "a-1.0.dist-info/WHEEL": text("Wheel-Version: 1.0\n"),
});

describe("a wheel is taken", () => {
  it.each([
    ["in pure Python", "a-1.0-py3-none-any.whl"],
    ["for Python 2 and 3", "a-1.0-py2.py3-none-any.whl"],
    ["of an older Python 3, in pure Python", "a-1.0-py39-none-any.whl"],
    ["with a build number", "a-1.0-1-py3-none-any.whl"],
    ["built for this Pyodide", "numpy-2.4.2-cp314-cp314-pyemscripten_2026_0_wasm32.whl"],
    ["of the stable interface", "a-1.0-cp39-abi3-pyemscripten_2026_0_wasm32.whl"],
    ["with a library only", "xgboost-2.1.4-py3-none-pyemscripten_2026_0_wasm32.whl"],
  ])("%s", async (_, file) => {
    expect(await checkWheel(file, ARCHIVE)).toMatchObject({ ok: true, value: { file } });
  });

  it("under its own name, where it was loaded twice, with what a result names", async () => {
    const sha256 = createHash("sha256").update(ARCHIVE).digest("hex");
    expect(await checkWheel("a-1.0-py3-none-any (1).whl", ARCHIVE)).toEqual({
      ok: true,
      value: { file: "a-1.0-py3-none-any.whl", name: "a", version: "1.0", bytes: ARCHIVE.length, sha256 },
    });
  });

  it("as the same package in any spelling", () => {
    expect(["Some.Package", "some_package", "some-package"].map((name) => packageOf({ name }))).toEqual(
      Array.from({ length: 3 }, () => "some_package"),
    );
  });
});

describe("what is no wheel for this Python is refused in words", () => {
  const PURE = "a-1.0-py3-none-any.whl";
  const bomb = zipSync(
    { "a-1.0.dist-info/WHEEL": text("x"), "zeros.bin": new Uint8Array(251_000_000) },
    { level: 1 },
  );
  it.each([
    ["another file", "prices.csv", ARCHIVE, /prices\.csv: it is not a wheel: a wheel's name is like numpy/],
    ["a wheel without tags", "a-1.0.whl", ARCHIVE, /not a wheel/],
    ["a name that leads elsewhere", "../a-1.0-py3-none-any.whl", ARCHIVE, /not a wheel/],
    [
      "a wheel of Linux",
      "numpy-2.4.2-cp314-cp314-manylinux_2_28_x86_64.whl",
      ARCHIVE,
      /another system; take numpy's wheel for pyemscripten_2026_0/,
    ],
    [
      "a wheel of an older Pyodide",
      "numpy-2.2.5-cp313-cp313-pyodide_2025_0_wasm32.whl",
      ARCHIVE,
      /another system/,
    ],
    [
      "a wheel of another Python",
      "numpy-2.4.2-cp313-cp313-pyemscripten_2026_0_wasm32.whl",
      ARCHIVE,
      /Python here is 3\.14/,
    ],
    ["a wheel of Python 2", "a-1.0-py2-none-any.whl", ARCHIVE, /Python here is 3\.14/],
    ["a wheel of a later Python", "a-1.0-py315-none-any.whl", ARCHIVE, /Python here is 3\.14/],
    ["text with a wheel's name", PURE, text("not a zip"), /not a zip archive/],
    ["half a wheel", PURE, ARCHIVE.slice(0, ARCHIVE.length - 30), /not a zip archive/],
    ["an archive of something else", PURE, zipSync({ "a.py": text("A = 1\n") }), /no \.dist-info\/WHEEL/],
    ["too large a file", PURE, new Uint8Array(60_000_001), /60 MB, and a wheel may have at most 60 MB/],
    ["a small file that is too large unpacked", PURE, bomb, /251 MB unpacked/],
  ])("%s", async (_, file, bytes, said) => {
    const found = await checkWheel(file, new Uint8Array(bytes));
    expect(found).toMatchObject({
      ok: false,
      problem: { code: "file-refused", message: expect.stringMatching(said) },
    });
  });
});
