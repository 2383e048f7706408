/** A dataset's folder on the Data page: a permission that was lost is asked for again, and a folder that the browser can't keep is read again. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { accessibilityFaults, openApp } from "./open-app.tsx";
import { smallDataset } from "../storage/sample-dataset.ts";
import { database } from "#src/storage/database.ts";
import type { PermittedFolder } from "#src/storage/permitted-folder.ts";
import type { FolderNews, WatchedFolder } from "#src/storage/watched-folders.ts";

const watched = vi.hoisted(() => ({ now: null as WatchedFolder | null }));
const readFolder = vi.hoisted(() => vi.fn<(of: unknown, files: readonly { name: string }[]) => unknown>());
vi.mock("#src/storage/watched-folders.ts", async (original) => ({
  ...(await original<object>()),
  loadWatchedFolder: () => Promise.resolve(watched.now),
  listWatchedFolders: () => Promise.resolve([]),
}));
vi.mock("#src/pages/datasets/read-folder.ts", async (original) => ({
  ...(await original<object>()),
  readFolder,
}));

const LONG = { timeout: 60_000 };
const NEWS: FolderNews = { at: Date.UTC(2020, 0, 15), type: "added", message: "1 file added.", left: [] };

beforeEach(async () => {
  readFolder.mockReset().mockResolvedValue(NEWS);
  await database.datasets.put(smallDataset("first"));
});
afterEach(() => {
  watched.now = null;
});

/** A folder that the browser lets the app read or not. */
function folderWith(answers: { now: PermissionState; asked: PermissionState }) {
  let state = answers.now;
  const requestPermission = vi.fn<() => Promise<PermissionState>>(() => {
    state = answers.asked;
    return Promise.resolve(state);
  });
  const folder = { queryPermission: () => Promise.resolve(state), requestPermission };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a folder the page uses no more than that
  return { folder: folder as unknown as PermittedFolder, requestPermission };
}

it("asks the browser again where it has forgotten that the folder may be read", async () => {
  const { folder, requestPermission } = folderWith({ now: "prompt", asked: "granted" });
  watched.now = { datasetId: "data", name: "evenings", folder, seen: new Map(), news: NEWS };
  const user = openApp("/data");
  await screen.findByRole("region", { name: "Folder evenings" }, LONG);
  expect(screen.getByText("The browser asks for your permission again before it is read.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Read again" })).toBeNull();
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Allow again" }));
  expect(requestPermission).toHaveBeenCalledTimes(1);
  await screen.findByText(/files that are new or have changed are added by themselves/, undefined, LONG);
  expect(screen.queryByRole("button", { name: "Allow again" })).toBeNull();
});

it("says that the browser refused, and goes on asking", async () => {
  const { folder } = folderWith({ now: "prompt", asked: "denied" });
  watched.now = { datasetId: "data", name: "evenings", folder, seen: new Map(), news: null };
  const user = openApp("/data");
  await user.click(await screen.findByRole("button", { name: "Allow again" }, LONG));
  await screen.findByText("The browser doesn't let the app read there.", undefined, LONG);
  expect(screen.getByRole("button", { name: "Allow again" })).toBeTruthy();
});

it("reads again what has changed in a folder that the browser can't keep", async () => {
  const old = pickedFile("old.csv", "the same");
  const seen = new Map([["old.csv", { size: old.size, lastModified: old.lastModified }]]);
  watched.now = { datasetId: "data", name: "evenings", folder: null, seen, news: NEWS };
  openApp("/data");
  await screen.findByRole("button", { name: "Read again" }, LONG);
  const input = screen.getByLabelText("Folder with new prices");
  fireEvent.change(input, { target: { files: [old] } });
  await screen.findByText('No file of "evenings" has changed since it was read.', undefined, LONG);
  expect(readFolder).not.toHaveBeenCalled();
  fireEvent.change(input, { target: { files: [old, pickedFile("new.csv", "one day more")] } });
  await waitFor(() => expect(readFolder).toHaveBeenCalledTimes(1), LONG);
  expect(readFolder.mock.calls[0]?.[1].map(({ name }) => name)).toEqual(["new.csv"]);
  await screen.findByText("1 file added.", undefined, LONG);
});

/** As a browser hands over a file of a chosen folder. */
function pickedFile(name: string, text: string): File {
  const file = new File([text], name, { lastModified: 1000 });
  Object.defineProperty(file, "webkitRelativePath", { value: `evenings/${name}` });
  return file;
}
