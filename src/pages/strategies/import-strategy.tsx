/**
 * The way in for strategy files: a button, a file dropped anywhere on the page, or a link that holds one; then a look
 * before it is stored.
 */
import { useEffect, useRef, useState } from "react";
import type { ReactElement } from "react";
import { hasStrategy, readStrategyLink } from "#src/share/strategy-link.ts";
import { Button } from "#src/ui/button.tsx";
import page from "#src/ui/page.module.css";
import { useFileDrop } from "#src/ui/use-file-drop.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { ImportDialog, RefusedDialog } from "./import-dialog.tsx";
import { readStrategyFile } from "./strategy-file.ts";

/** A file that was read. */
interface ReadFile {
  readonly fileName: string;
  readonly strategy: Result<Strategy>;
}

/** @param taken - the names of all strategies, so that the dialog can say under which the new one will stand */
export function ImportStrategy({ taken }: { readonly taken: ReadonlySet<string> }): ReactElement {
  const [read, setRead] = useState<ReadFile | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const take = async (files: readonly File[]) => {
    const [file, ...others] = files;
    if (!file) return;
    const strategy: Result<Strategy> =
      others.length > 0 ? { ok: false, problem: tooMany } : await readStrategyFile(file);
    setRead({ fileName: file.name, strategy });
  };
  useLinkedStrategy((strategy) => setRead({ fileName: "a link", strategy }));
  const isOver = useFileDrop((transfer) => void take([...transfer.files]));
  const choose = () => input.current?.click();
  const close = () => setRead(null);
  return (
    <>
      <Button onClick={choose}>Import Strategy</Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="Strategy file"
        hidden
        onChange={(event) => {
          void take([...(event.target.files ?? [])]);
          event.target.value = ""; // so that the same file, corrected, can be chosen again
        }}
      />
      {isOver && <div className={page["drop"]}>Drop the strategy file to look at it</div>}
      {read &&
        (read.strategy.ok ? (
          <ImportDialog
            fileName={read.fileName}
            strategy={read.strategy.value}
            taken={taken}
            onClose={close}
          />
        ) : (
          <RefusedDialog problem={read.strategy.problem} onClose={close} onChoose={choose} />
        ))}
    </>
  );
}

const tooMany: Problem = {
  code: "strategy-unreadable",
  message: "These are several files. Strategies are imported one at a time: drop one file.",
};

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
