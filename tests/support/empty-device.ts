/**
 * Set-up of every test file in a browser: files that run one after the other share an origin, so each begins on an empty
 * device. What an earlier file's worker still holds open is given a moment.
 */
const TRIES = 50;
const PAUSE_MS = 100;

await emptyFiles();
for (const { name } of await indexedDB.databases()) await deleteDatabase(name ?? "");
localStorage.clear();
sessionStorage.clear();

async function emptyFiles(): Promise<void> {
  if (!("getDirectory" in navigator.storage)) return; // the project without private files
  const root = await navigator.storage.getDirectory();
  const names: string[] = [];
  for await (const name of root.keys()) names.push(name);
  for (const name of names) await removeEntry(root, name, TRIES);
}

async function removeEntry(root: FileSystemDirectoryHandle, name: string, tries: number): Promise<void> {
  try {
    await root.removeEntry(name, { recursive: true });
  } catch (error) {
    if (tries === 0) throw error;
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE_MS);
    });
    await removeEntry(root, name, tries - 1);
  }
}

function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.addEventListener("success", () => resolve());
    request.addEventListener("error", () => reject(request.error ?? new Error(name)));
  });
}
