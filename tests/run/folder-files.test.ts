import { expect, it } from "vitest";
import { changedFiles, isPassedOver, restOf, statesOf } from "#src/run/folder-files.ts";
import type { FolderFile } from "#src/run/folder-files.ts";

function fileOf(name: string, text: string, lastModified: number): FolderFile {
  return { name, file: new File([text], name, { lastModified }) };
}

it("tells files by name, size and day of change", () => {
  const files = [fileOf("a.csv", "1", 10), fileOf("b.csv", "1", 10)];
  const seen = statesOf(files);
  expect(changedFiles(files, seen)).toEqual([]);
  const longer = fileOf("a.csv", "12", 10);
  const later = fileOf("b.csv", "1", 11);
  const added = fileOf("2026/a.csv", "1", 10);
  expect(changedFiles([longer, later, added], seen)).toEqual([longer, later, added]);
});

it("begins a rest anew with every change of any of the files", () => {
  const first = restOf([fileOf("a.csv", "1", 10)], null, 100);
  expect(restOf([fileOf("a.csv", "1", 10)], first, 200)).toBe(first);
  expect(restOf([fileOf("a.csv", "1", 11)], first, 200).since).toBe(200);
  expect(restOf([fileOf("a.csv", "1", 10), fileOf("b.csv", "", 1)], first, 300).since).toBe(300);
});

it("passes over what systems and programs put beside files", () => {
  const passed = [
    ".DS_Store",
    "2026/~$book.xlsx",
    "day.csv.part",
    "day.csv.crdownload",
    "Thumbs.db",
    ".git/x",
    "a.csv~",
  ];
  expect(passed.filter((name) => !isPassedOver(name))).toEqual([]);
  const taken = ["day.csv", "2026/11/day.csv.gz", "template.csv", "a.part.csv", "SBIN.NS.csv"];
  expect(taken.filter(isPassedOver)).toEqual([]);
});
