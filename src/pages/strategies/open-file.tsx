/**
 * The door for files on the list: a button, a file dropped anywhere on the page, or a link that holds a strategy. What
 * it is shows in what stands in it; a strategy is looked at here before it is stored, the others go on to their pages.
 */
import { useEffect, useRef, useState } from "react";
import type { ReactElement } from "react";
import { useLocation } from "wouter";
import { openFiles, OPENED_FILES, useFileInHand } from "#src/share/file-in-hand.ts";
import { hasStrategy, readStrategyLink } from "#src/share/strategy-link.ts";
import { FileButton } from "#src/ui/file-button.tsx";
import page from "#src/ui/page.module.css";
import { useFileDrop } from "#src/ui/use-file-drop.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { ImportDialog, OtherFileDialog, RefusedDialog } from "./import-dialog.tsx";
import { readStrategyFile } from "./strategy-file.ts";

/** What came in and waits for an answer. */
type Arrival =
  | { readonly type: "strategy"; readonly fileName: string; readonly strategy: Result<Strategy> }
  | { readonly type: "other"; readonly words: string; readonly isForData: boolean };

/** @param taken - the names of all strategies, so that the dialog can say under which the new one will stand */
export function OpenFile({ taken }: { readonly taken: ReadonlySet<string> }): ReactElement {
  const [arrival, setArrival] = useState<Arrival | null>(null);
  const [, navigate] = useLocation();
  const open = (files: readonly File[]) => void openFiles(files, navigate);
  const takeStrategy = (fileName: string, strategy: Result<Strategy>) =>
    setArrival({ type: "strategy", fileName, strategy });
  useFileInHand(TAKEN, ({ file, recognised }) => {
    if (recognised.kind === "other") setArrival({ ...recognised, type: "other" });
    else void readStrategyFile(file).then((strategy) => takeStrategy(file.name, strategy));
  });
  useLinkedStrategy((strategy) => takeStrategy("a link", strategy));
  const isOver = useFileDrop(({ files }) => open([...files]));
  const button = useRef<HTMLSpanElement>(null);
  const chooseAnother = () => button.current?.querySelector("input")?.click();
  const close = () => setArrival(null);
  return (
    <>
      <span ref={button}>
        <FileButton label="File to open" accept={OPENED_FILES} onFiles={open}>
          Open a file
        </FileButton>
      </span>
      {isOver && <div className={page["drop"]}>Drop a strategy, run capsule, deployment or backup</div>}
      {arrival?.type === "other" && <OtherFileDialog {...arrival} onClose={close} onChoose={chooseAnother} />}
      {arrival?.type === "strategy" &&
        (arrival.strategy.ok ? (
          <ImportDialog
            fileName={arrival.fileName}
            strategy={arrival.strategy.value}
            taken={taken}
            onClose={close}
          />
        ) : (
          <RefusedDialog problem={arrival.strategy.problem} onClose={close} onChoose={chooseAnother} />
        ))}
    </>
  );
}

const TAKEN = ["strategy", "other"] as const;

/** Calls back with the strategy that the address carries, once; then the address is plain again. */
function useLinkedStrategy(take: (strategy: Result<Strategy>) => void): void {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const look = async () => {
      const { hash, pathname, search } = location;
      if (!hasStrategy(hash)) return;
      history.replaceState(history.state, "", pathname + search);
      latest.current(await readStrategyLink(hash));
    };
    void look();
    const listen = () => void look();
    globalThis.addEventListener("hashchange", listen);
    return () => globalThis.removeEventListener("hashchange", listen);
  }, []);
}
