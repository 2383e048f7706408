import { DropdownMenu } from "radix-ui";
import type { ReactElement } from "react";
import { askOfRun } from "#src/run/ask.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { strategyLink } from "#src/share/strategy-link.ts";
import { Button } from "#src/ui/button.tsx";
import { copyText } from "#src/ui/copy-text.ts";
import { ChevronIcon } from "#src/ui/icons.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import type { Report } from "#workers/model/report.ts";
import styles from "./export-menu.module.css";
import { saveFills, saveReportFile } from "./report-files.ts";
import type { ReportFile } from "./report-files.ts";

/** What can be made of a run; the larger ones bring their code when they are chosen. */
type Choice = ReportFile | "fills" | "html" | "capsule" | "link" | "print";

interface Offer {
  readonly choice: Choice;
  readonly label: string;
  readonly about: string;
  /** Whether the report has any of it; each has without it. */
  readonly isIn?: (report: Report) => boolean;
}

const CHOICES: readonly Offer[] = [
  { choice: "html", label: "Report to show (HTML)", about: "One file, opens anywhere without a network" },
  { choice: "print", label: "Print or PDF", about: "This page on A4" },
  { choice: "result", label: "Whole result (JSON)", about: "Format result/1, for programs" },
  { choice: "positions", label: "All positions (CSV)", about: "One line a position" },
  { choice: "fills", label: "All fills (CSV)", about: "One line a purchase or sale, worked out again" },
  { choice: "equity", label: "Account growth (CSV)", about: "Account and benchmark, day by day" },
  { choice: "yearly", label: "Yearly growth (CSV)", about: "One line a year" },
  {
    choice: "money",
    label: "Money in and out (CSV)",
    about: "What came and went, and the same money elsewhere",
    isIn: ({ money }) => money !== undefined,
  },
  {
    choice: "rebalances",
    label: "Rebalances (CSV)",
    about: "One line a close that ordered by weight",
    isIn: ({ rebalances }) => rebalances !== undefined,
  },
  { choice: "link", label: "Link to the strategy", about: "Copied; the settings are in the link itself" },
  { choice: "capsule", label: "Run capsule (JSON)", about: "For another device to run and compare" },
];

interface ExportMenuProps {
  readonly run: RunRecord;
  readonly report: Report | null;
}

/** A button that opens the list of files; not modal, for the library would lock the page with a style element. */
export function ExportMenu(props: ExportMenuProps): ReactElement {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild disabled={props.report === null}>
        <Button size="small">
          Export
          <ChevronIcon />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content className={styles["list"]} align="end" sideOffset={4} collisionPadding={16}>
        <ExportItems {...props} />
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

/** The files of a run, each an item of a menu; none while there is no report. */
export function ExportItems({ run, report }: ExportMenuProps): ReactElement {
  const showStatus = useStatus();
  const take = async (choice: Choice) => {
    if (!report) return;
    const said = await handOver(choice, run, report);
    if (said !== "") showStatus(said);
  };
  return (
    <>
      {CHOICES.filter(({ isIn }) => report && (isIn?.(report) ?? true)).map(({ choice, label, about }) => (
        <DropdownMenu.Item key={choice} className={styles["item"]} onSelect={() => void take(choice)}>
          {label}
          <span className={styles["about"]}>{about}</span>
        </DropdownMenu.Item>
      ))}
    </>
  );
}

const SAVED = "The file was handed to the browser to save.";

/** Does what was chosen; gives what to say of it, or "". */
async function handOver(choice: Choice, run: RunRecord, report: Report): Promise<string> {
  switch (choice) {
    case "html": {
      const { saveHtmlReport } = await import("./save-html-report.ts");
      await saveHtmlReport(run, report);
      return SAVED;
    }
    case "capsule": {
      const { saveCapsule } = await import("./save-capsule.ts");
      await saveCapsule(run, report);
      return SAVED;
    }
    case "link": {
      const link = await strategyLink(new URL("/", location.href).href, run.strategy);
      return (await copyText(link))
        ? "The link was copied. Whoever opens it sees the strategy before it is stored."
        : "The browser did not allow copying. Export the strategy as a file instead.";
    }
    case "print":
      globalThis.print();
      return "";
    case "fills": {
      const fills = await askOfRun("listFills", run, (request) => request);
      if (!fills.ok) return fills.problem.message;
      saveFills(report, fills.value);
      return SAVED;
    }
    case "result":
    case "positions":
    case "equity":
    case "yearly":
    case "money":
    case "rebalances":
      saveReportFile(report, choice);
      return SAVED;
  }
}
