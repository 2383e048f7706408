import { useEffect, useId, useRef, useState } from "react";
import type { ReactElement } from "react";
import { Button } from "#src/ui/button.tsx";
import { ChevronIcon } from "#src/ui/icons.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import type { Report } from "#workers/model/report.ts";
import styles from "./export-menu.module.css";
import { saveReportFile } from "./report-files.ts";
import type { ReportFile } from "./report-files.ts";

const FILES: readonly { readonly file: ReportFile; readonly label: string; readonly about: string }[] = [
  { file: "result", label: "Whole result (JSON)", about: "Format result/1, for programs" },
  { file: "positions", label: "All positions (CSV)", about: "One line a position" },
  { file: "equity", label: "Account growth (CSV)", about: "Account and benchmark, day by day" },
  { file: "yearly", label: "Yearly growth (CSV)", about: "One line a year" },
];

/** A button that opens the list of files; Esc, a tap outside and a choice close it. */
export function ExportMenu({ report }: { readonly report: Report | null }): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  const menu = useRef<HTMLDivElement>(null);
  const showStatus = useStatus();
  useCloseFromOutside(menu, isOpen, () => setIsOpen(false));
  const save = (file: ReportFile) => {
    if (!report) return;
    saveReportFile(report, file);
    setIsOpen(false);
    menu.current?.querySelector("button")?.focus();
    showStatus("The file was handed to the browser to save.");
  };
  return (
    <div className={styles["menu"]} ref={menu}>
      <Button
        disabled={report === null}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        Export
        <ChevronIcon />
      </Button>
      {isOpen && (
        <ul id={listId} className={styles["list"]} aria-label="Files">
          {FILES.map(({ file, label, about }) => (
            <li key={file}>
              <button type="button" className={styles["item"]} onClick={() => save(file)}>
                {label}
                <span className={styles["about"]}>{about}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function useCloseFromOutside(
  inside: React.RefObject<HTMLElement | null>,
  isOpen: boolean,
  close: () => void,
): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const leave = (event: Event) => {
      if (event.target instanceof Node && !inside.current?.contains(event.target)) latest.current();
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      latest.current();
      inside.current?.querySelector("button")?.focus();
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("focusin", leave);
    document.addEventListener("keydown", closeOnEscape);
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("focusin", leave);
      document.removeEventListener("keydown", closeOnEscape);
    };
  }, [inside, isOpen]);
}
