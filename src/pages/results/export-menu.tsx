import { DropdownMenu } from "radix-ui";
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

/** A button that opens the list of files; not modal, for the library would lock the page with a style element. */
export function ExportMenu({ report }: { readonly report: Report | null }): ReactElement {
  const showStatus = useStatus();
  const save = (file: ReportFile) => {
    if (!report) return;
    saveReportFile(report, file);
    showStatus("The file was handed to the browser to save.");
  };
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild disabled={report === null}>
        <Button>
          Export
          <ChevronIcon />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content className={styles["list"]} align="end" sideOffset={4} collisionPadding={16}>
        {FILES.map(({ file, label, about }) => (
          <DropdownMenu.Item key={file} className={styles["item"]} onSelect={() => save(file)}>
            {label}
            <span className={styles["about"]}>{about}</span>
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
