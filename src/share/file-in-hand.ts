/** A file on its way from the door that it came in by to the page that takes it. It stays in this tab's memory. */
import { useEffect, useRef } from "react";
import { booth } from "#src/storage/session.ts";
import { recogniseFile } from "./recognise-file.ts";
import type { Recognised } from "./recognise-file.ts";

interface FileInHand {
  readonly file: File;
  readonly recognised: Recognised;
}

type Kind = Recognised["kind"];

/** The page that takes each kind, and says of the others what they are. */
const PLACES: Readonly<Record<Kind, string>> = {
  strategy: "/strategy",
  capsule: "/capsule",
  deployment: "/verify",
  backup: "/settings",
  other: "/strategy",
};

let inHand: FileInHand | null = null;
const waiting = new Set<() => void>();

const SEVERAL: Recognised = {
  kind: "other",
  words: "These are several files. Open them one at a time: drop or choose one.",
  isForData: false,
};

const LOCKED: Recognised = {
  kind: "other",
  words:
    "This is a backup, and a demo session keeps nothing. Whoever runs the booth restores it once the session is over.",
  isForData: false,
};

/** Finds out what was chosen or dropped, and goes to the page that takes it. */
export async function openFiles(files: readonly File[], navigate: (path: string) => void): Promise<void> {
  const [file, ...others] = files;
  if (!file) return;
  const recognised = others.length > 0 ? SEVERAL : await recogniseFile(file);
  inHand = { file, recognised: booth !== null && recognised.kind === "backup" ? LOCKED : recognised };
  const place = PLACES[inHand.recognised.kind];
  if (globalThis.location.pathname !== place) navigate(place);
  for (const look of waiting) look();
}

/** Takes each file of these kinds that is opened while the page is there, or was opened to come here. */
export function useFileInHand(kinds: readonly Kind[], take: (opened: FileInHand) => void): void {
  const latest = useRef({ kinds, take });
  useEffect(() => {
    latest.current = { kinds, take };
  });
  useEffect(() => {
    const look = () => {
      if (inHand === null || !latest.current.kinds.includes(inHand.recognised.kind)) return;
      const opened = inHand;
      inHand = null;
      latest.current.take(opened);
    };
    look();
    waiting.add(look);
    return () => void waiting.delete(look);
  }, []);
}

/** What the browser's chooser of files offers: each kind that has a page, and whatever else a person takes for one. */
export const OPENED_FILES = ".json,.zip,application/json,application/zip";

/** Asks for a file where no page has a button for it, as a command does. */
export function chooseFile(onFiles: (files: readonly File[]) => void): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = OPENED_FILES;
  input.addEventListener("change", () => onFiles([...(input.files ?? [])]));
  input.click();
}
