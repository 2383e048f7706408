/** The one door for files: what each file is, by what stands in it, and what is said of those that are opened elsewhere. */
import { describe, expect, it } from "vitest";
import { zipOf } from "#tests/support/zip-files.ts";
import { recogniseFile } from "#src/share/recognise-file.ts";
import { namesInZip } from "#src/share/recognise-file.ts";

const jsonFile = (value: unknown, name = "some.json") => new File([JSON.stringify(value)], name);
const zipFile = (files: Record<string, string>, name = "some.zip") => new File([zipOf(files)], name);

describe("a file is recognised by what stands in it", () => {
  it.each([
    { title: "a strategy", file: jsonFile({ format: "strategy/2", name: "A" }), kind: "strategy" },
    {
      title: "a strategy of before formats had names",
      file: jsonFile({ name: "A", scanner: {} }),
      kind: "strategy",
    },
    {
      title: "a capsule, which has a strategy in it",
      file: jsonFile({ format: "capsule/1", strategy: { format: "strategy/2" } }),
      kind: "capsule",
    },
    {
      title: "a capsule whose strategy stands before its format",
      file: jsonFile({ strategy: { format: "strategy/2" }, format: "capsule/1" }),
      kind: "capsule",
    },
    { title: "a deployment", file: jsonFile({ format: "deployment/2", ledger: [] }), kind: "deployment" },
    {
      title: "a deployment under any name",
      file: jsonFile({ format: "deployment/1" }, "notes.txt"),
      kind: "deployment",
    },
    {
      title: "a deployment behind the mark that some editors write",
      file: new File(['\uFEFF{ "format": "deployment/1" }'], "d.json"),
      kind: "deployment",
    },
    {
      title: "a deployment that breaks off, whose reader says where",
      file: new File(['{"format":"deployment/1","led'], "d.json"),
      kind: "deployment",
    },
    {
      title: "a backup",
      file: zipFile({ "manifest.json": "{}", "strategies.json": "[]" }),
      kind: "backup",
    },
    {
      title: "a backup named as a strategy",
      file: zipFile({ "manifest.json": "{}" }, "a.json"),
      kind: "backup",
    },
  ])("$title", async ({ file, kind }) => {
    expect(await recogniseFile(file)).toEqual({ kind });
  });

  it.each([
    {
      title: "a zip of a capsule and a deployment",
      file: zipFile({ "run.json": "{}", "evenings.json": "{}" }),
      says: [/"some\.zip" is a zip of 2 files, "run\.json", "evenings\.json", and no backup/, /Unpack it/],
    },
    {
      title: "a zip of one file",
      file: zipFile({ "run.json": "{}" }),
      says: [/is a zip that holds "run\.json"\. Unpack it, and open that file\./],
    },
    { title: "an empty zip", file: zipFile({}), says: [/is a zip file with nothing in it/] },
    {
      title: "a zip that breaks off",
      file: new File([zipOf({ "manifest.json": "{}" }).slice(0, 20)], "a.zip"),
      says: [/is a zip file that breaks off/, /Get it again/],
    },
    {
      title: "a text",
      file: new File(["Buy low.\nSell high.\n"], "a.txt"),
      says: [/"a\.txt" is plain text/, /Export/],
    },
    { title: "nothing", file: new File([], "a.json"), says: [/is empty/] },
    { title: "a result", file: jsonFile({ format: "result/1" }), says: [/holds a run's result/, /capsule/] },
    { title: "data to keep", file: jsonFile({ format: "tidemark-data/1" }), says: [/open a backup/] },
    {
      title: "a backup's list of contents alone",
      file: jsonFile({ format: "tidemark-backup/1" }, "manifest.json"),
      says: [/Open the whole backup/],
    },
    {
      title: "somebody else's format",
      file: jsonFile({ format: "other/7" }),
      says: [/calls itself "other\/7"/],
    },
    {
      title: "a saved report",
      file: new File(["<!doctype html><title>R"], "r.html"),
      says: [/open it in a tab/],
    },
    {
      title: "a picture",
      file: new File([new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13])], "a.png"),
      says: [/is no text/],
    },
  ])("of $title it is said what it is, and what to do", async ({ file, says }) => {
    const found = await recogniseFile(file);
    expect(found).toMatchObject({ kind: "other", isForData: false });
    for (const words of says) expect(found).toHaveProperty("words", expect.stringMatching(words));
  });

  it.each([
    { title: "a table", file: new File(["symbol,date,close\nABC,2020-01-01,7\n"], "p.csv") },
    { title: "a workbook", file: zipFile({ "[Content_Types].xml": "<x/>", "xl/workbook.xml": "<x/>" }) },
    { title: "a zip of tables", file: zipFile({ "a.csv": "1", "b.csv": "2" }) },
    { title: "Parquet", file: new File(["PAR1\0\0"], "p.parquet") },
    { title: "a packed file", file: new File([new Uint8Array([0x1f, 0x8b, 8])], "p.csv.gz") },
  ])("$title is sent to the Data screen", async ({ file }) => {
    expect(await recogniseFile(file)).toMatchObject({
      kind: "other",
      isForData: true,
      words: expect.stringMatching(/imported on the Data screen/),
    });
  });

  it("says so where a file has gone since it was chosen", async () => {
    const gone = new File(["{}"], "a.json");
    gone.slice = () => {
      throw new DOMException("gone", "NotFoundError");
    };
    expect(await recogniseFile(gone)).toMatchObject({ words: expect.stringMatching(/can't be opened/) });
  });
});

describe("the names in a zip", () => {
  it("are all of them, in order, whatever stands after the list", async () => {
    const zip = zipOf({ "a/b.json": "1", "ü.txt": "22" });
    const commented = new Blob([zip]);
    expect(await namesInZip(commented)).toEqual(["a/b.json", "ü.txt"]);
  });

  it("are none where the list points outside of the file", async () => {
    const zip = zipOf({ "a.json": "1" });
    const end = new DataView(zip.buffer, zip.length - 22);
    end.setUint32(16, 0xff_ff_ff, true);
    expect(await namesInZip(new Blob([zip]))).toBeNull();
  });
});
