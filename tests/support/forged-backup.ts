import { strToU8, zipSync } from "fflate";
import { sha256 } from "#src/storage/sha256.ts";

/** A backup of our own making, as someone may have changed it. */
export async function forge(
  changes: Readonly<Record<string, unknown>>,
  manifestChanges: Readonly<Record<string, unknown>> = {},
): Promise<File> {
  const texts: Record<string, string> = {};
  for (const table of ["strategies", "drafts", "settings", "datasets", "runs"])
    texts[`${table}.json`] = JSON.stringify(changes[`${table}.json`] ?? []);
  for (const [path, value] of Object.entries(changes)) texts[path] = JSON.stringify(value);
  const parts = await Promise.all(
    Object.entries(texts).map(async ([path, text]) => ({
      path,
      bytes: strToU8(text).length,
      sha256: await sha256(text),
    })),
  );
  const manifest = {
    format: "tidemark-backup/1",
    appVersion: "0.1.0",
    databaseVersion: 2,
    writtenAt: "2026-01-31T00:00:00.000Z",
    parts,
    ...manifestChanges,
  };
  const files = Object.fromEntries(
    Object.entries({ ...texts, "manifest.json": JSON.stringify(manifest) }).map(([path, text]) => [
      path,
      strToU8(text),
    ]),
  );
  return new File([zipSync(files)], "forged.zip");
}
