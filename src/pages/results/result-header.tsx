import { useLiveQuery } from "dexie-react-hooks";
import { DropdownMenu } from "radix-ui";
import type { ReactElement } from "react";
import { Link, useLocation } from "wouter";
import { useState } from "react";
import { formatDayRange } from "#src/format/day.ts";
import { countOf, formatDecimal } from "#src/format/number.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { addStrategy, keepStrategy, loadStrategy } from "#src/storage/strategies.ts";
import { Button, buttonClass } from "#src/ui/button.tsx";
import { ChevronIcon } from "#src/ui/icons.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import { BOTTOM_BAR, useMedia } from "#src/ui/use-media.ts";
import { parseIsoDay } from "#workers/model/day.ts";
import type { Report } from "#workers/model/report.ts";
import { isTotalReturn } from "#workers/model/total-return.ts";
import { ExportItems, ExportMenu } from "./export-menu.tsx";
import menu from "./export-menu.module.css";
import { RunAgain, useRunAgain } from "./run-again.tsx";

const DAYS_PER_YEAR = 365.25;

interface ResultHeaderProps {
  readonly run: RunRecord;
  /** null while there is none: the header keeps its height, with what can't be done yet switched off. */
  readonly report: Report | null;
}

/** What was run on what, and what can be done with it. */
export function ResultHeader({ run, report }: ResultHeaderProps): ReactElement {
  const name = report?.metadata.strategyName ?? run.strategyName;
  const { startDate, endDate, benchmark } = run.strategy.simulation;
  const facts = [
    marketText(run, report),
    report
      ? periodText(report.metadata.backtestStart, report.metadata.backtestEnd)
      : periodText(startDate, endDate),
    `Benchmark: ${report ? benchmarkText(report) : (benchmark ?? "the market's index")}`,
    run.datasetTitle,
  ];
  const isPhone = useMedia(BOTTOM_BAR);
  const Actions = isPhone ? ActionsMenu : ActionButtons;
  return (
    <PageHeading
      title={name}
      tabTitle={`${name}, ${report ? "results" : "simulation"}`}
      lead={facts.join(" · ")}
      isCompact={isPhone}
    >
      <Actions run={run} report={report} />
    </PageHeading>
  );
}

/** All of them side by side, where there is room. */
function ActionButtons({ run, report }: ResultHeaderProps): ReactElement {
  const [, navigate] = useLocation();
  const { busy, duplicate } = useDuplicate(run);
  const { isTrial, keep } = useTrial(run);
  const comingSoon = useComingSoon();
  return (
    <>
      <Link href={editAddress(run)} className={buttonClass("secondary", "small")}>
        Edit Strategy
      </Link>
      <RunAgain run={run} size="small" disabled={report === null} />
      {isTrial && (
        <Button size="small" kind="primary" onClick={() => void keep()}>
          Keep this strategy
        </Button>
      )}
      <Button size="small" aria-disabled={busy} onClick={() => void duplicate()}>
        Duplicate
      </Button>
      {report && (
        <Link href={compareAddress(run)} className={buttonClass("secondary", "small")}>
          Compare with…
        </Link>
      )}
      <ExportMenu run={run} report={report} />
      <Button
        size="small"
        kind="quiet"
        disabled={report === null}
        onClick={() => navigate(deployAddress(run))}
      >
        Virtual Deployment
      </Button>
      <Button size="small" kind="quiet" onClick={comingSoon}>
        Live Deployment
      </Button>
    </>
  );
}

/** On a phone one button with all of them in its menu, so that the verdict comes first. */
function ActionsMenu({ run, report }: ResultHeaderProps): ReactElement {
  const [, navigate] = useLocation();
  const { duplicate } = useDuplicate(run);
  const { isTrial, keep } = useTrial(run);
  const { start } = useRunAgain(run);
  const comingSoon = useComingSoon();
  const hasNone = report === null;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button size="small">
          Actions
          <ChevronIcon />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content className={menu["list"]} align="end" sideOffset={4} collisionPadding={16}>
        <MenuItem onSelect={() => navigate(editAddress(run))}>Edit Strategy</MenuItem>
        <MenuItem disabled={hasNone} onSelect={() => void start()}>
          Run again
        </MenuItem>
        {isTrial && <MenuItem onSelect={() => void keep()}>Keep this strategy</MenuItem>}
        <MenuItem onSelect={() => void duplicate()}>Duplicate</MenuItem>
        <MenuItem disabled={hasNone} onSelect={() => navigate(compareAddress(run))}>
          Compare with…
        </MenuItem>
        <MenuItem disabled={hasNone} onSelect={() => navigate(deployAddress(run))}>
          Virtual Deployment
        </MenuItem>
        <MenuItem onSelect={comingSoon}>Live Deployment</MenuItem>
        <MenuItem onSelect={() => navigate(`/runs?strategy=${encodeURIComponent(run.strategyId)}`)}>
          All runs of this strategy
        </MenuItem>
        {report && (
          <DropdownMenu.Group>
            <DropdownMenu.Label className={menu["label"]}>Export</DropdownMenu.Label>
            <ExportItems run={run} report={report} />
          </DropdownMenu.Group>
        )}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

function MenuItem(props: DropdownMenu.DropdownMenuItemProps): ReactElement {
  return <DropdownMenu.Item className={menu["item"]} {...props} />;
}

function editAddress({ strategyId }: RunRecord): string {
  return `/simulation-steps?id=${strategyId}&step=scanner`;
}

function compareAddress({ id }: RunRecord): string {
  return `/compare?runs=${id}`;
}

function deployAddress({ id }: RunRecord): string {
  return `/deployments?run=${id}`;
}

/** Of a template that was only run: whether it is in no list yet, and how it comes into it. */
function useTrial({ strategyId }: RunRecord) {
  const showStatus = useStatus();
  const isTrial = useLiveQuery(async () => {
    const stored = await loadStrategy(strategyId);
    return stored.ok && stored.value.isTrial === true;
  }, [strategyId]);
  const keep = async () => {
    const kept = await keepStrategy(strategyId);
    showStatus(kept.ok ? `"${kept.value.name}" was added to your strategies.` : kept.problem.message);
  };
  return { isTrial: isTrial === true, keep };
}

function useComingSoon(): () => void {
  const showStatus = useStatus();
  return () => showStatus("Coming soon!");
}

/** "NSE EQUITY, 93 instruments"; how many is known once it has run. */
function marketText({ strategy: { scanner } }: RunRecord, report: Report | null): string {
  const market = `${scanner.exchange} ${scanner.instrumentType}`;
  return report ? `${market}, ${countOf(report.metadata.instruments, "instrument")}` : market;
}

/** Its days, and from one year on how many years they are: "03/01/2000 – 20/03/2025, 25.2 years". */
function periodText(start: string, end: string): string {
  const days = (parseIsoDay(end) ?? 0) - (parseIsoDay(start) ?? 0);
  const range = formatDayRange(start, end);
  return days < DAYS_PER_YEAR ? range : `${range}, ${formatDecimal(days / DAYS_PER_YEAR, 1)} years`;
}

/** That it counts no dividends is said where the strategy's prices do. */
function benchmarkText({ metadata: { benchmark }, benchmarkReturns }: Report): string {
  const isPriceAlone = benchmarkReturns === "price" && !isTotalReturn(benchmark);
  return isPriceAlone ? `${benchmark}, without dividends` : benchmark;
}

const SUFFIX = " (copy)";
const LONGEST_NAME = 120;

/** Stores the settings of the run, as they were then, as a new strategy. */
function useDuplicate(run: RunRecord) {
  const [busy, setBusy] = useState(false);
  const [, navigate] = useLocation();
  const showStatus = useStatus();
  const duplicate = async () => {
    if (busy) return;
    setBusy(true);
    const name = run.strategyName.slice(0, LONGEST_NAME - SUFFIX.length) + SUFFIX;
    const family = run.family ?? run.strategyId;
    const added = await addStrategy({ ...run.strategy, name }, run.datasetId, family).finally(() =>
      setBusy(false),
    );
    if (!added.ok) {
      showStatus(added.problem.message);
      return;
    }
    const { id } = added.value;
    showStatus(`"${name}" was added to your strategies.`, {
      label: "Edit it",
      act: () => navigate(`/simulation-steps?id=${id}&step=scanner`),
    });
  };
  return { busy, duplicate };
}
