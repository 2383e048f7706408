/** One dataset of the catalogue: what it holds, where it came from, and what can be done with it. */
import { useState } from "react";
import type { FormEvent, ReactElement } from "react";
import { Link } from "wouter";
import { formatDay, formatDayRange, formatMoment } from "#src/format/day.ts";
import { DASH, formatBytes, formatCount } from "#src/format/number.ts";
import { shown, shownName } from "#src/format/shown.ts";
import { deleteFacts, exportDataset } from "#src/run/import-dataset.ts";
import { chooseBenchmark, renameDataset } from "#src/storage/datasets.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import { Badge } from "#src/ui/badge.tsx";
import { NoteBanner, WarningBanner } from "#src/ui/banner.tsx";
import { Button, buttonClass } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { FactList } from "#src/ui/fact-list.tsx";
import { SelectField, TextField } from "#src/ui/field.tsx";
import page from "#src/ui/page.module.css";
import { saveBlob } from "#src/ui/save-file.ts";
import { useStatus } from "#src/ui/status-messages.tsx";
import { AVERAGE_SHARE } from "#workers/model/benchmark-names.ts";
import type { SourceFile } from "#workers/model/import-plan.ts";
import { isBlank } from "#workers/model/ink.ts";
import { isTotalReturn } from "#workers/model/total-return.ts";
import styles from "./datasets-page.module.css";
import { FactCoverageView } from "./fact-coverage.tsx";
import { FolderRow } from "./folder-row.tsx";
import { aimAt } from "./import-store.ts";
import { listNames } from "./import-words.ts";
import { instrumentAddress } from "./instrument-address.ts";
import { ReadingNotesView } from "./reading-notes-view.tsx";

interface DatasetCardProps {
  readonly dataset: Dataset;
  /** Its prices are not on this device any more. */
  readonly isGone: boolean;
  readonly onDelete: () => void;
}

const GONE =
  "The prices of this dataset are no longer on this device: the browser may have cleared them. Import its files again, or restore a backup that was made with prices.";

export function DatasetCard({ dataset, isGone, onDelete }: DatasetCardProps): ReactElement {
  const { id, title, origin, note, importedAt, notes, damage, sources, factsAsOf } = dataset;
  return (
    <article className={styles["card"]} aria-label={shownName(title)}>
      <div className={styles["cardHeading"]}>
        <h3>{shownName(title)}</h3>
        <Badge tone={origin === "bundled" ? "notice" : "plain"}>
          {origin === "bundled" ? "Bundled, invented" : "Imported"}
        </Badge>
      </div>
      {isGone && <WarningBanner message={GONE} />}
      {damage !== null && !isGone && (
        <NoteBanner message={`${damage} Import the files again to have them back.`} />
      )}
      {note !== "" && <p className={styles["soft"]}>{note}</p>}
      <FactList facts={factsOf(dataset)} />
      {importedAt !== null && (
        <p className={styles["soft"]}>
          Imported <time dateTime={new Date(importedAt).toISOString()}>{formatMoment(importedAt)}</time>
          {factsAsOf !== null && `, with a list of companies as of ${formatDay(factsAsOf)}`}
        </p>
      )}
      <div className={styles["commands"]}>
        {!isGone && (
          <Link className={buttonClass("secondary", "small")} href={instrumentAddress(id)}>
            Instruments
          </Link>
        )}
        {origin === "imported" && <Commands dataset={dataset} isGone={isGone} onDelete={onDelete} />}
        {origin === "imported" && !isGone && <FolderRow datasetId={id} />}
      </div>
      {dataset.indices.length > 0 && <BenchmarkChoice dataset={dataset} />}
      {dataset.factNames.some(({ coverage }) => coverage) && <Facts dataset={dataset} isGone={isGone} />}
      {notes && (
        <Disclosure summary="What was read and what was left out">
          <ReadingNotesView notes={notes} />
        </Disclosure>
      )}
      {sources.length > 0 && (
        <Disclosure summary="Source files">
          <SourceList sources={sources} />
        </Disclosure>
      )}
    </article>
  );
}

function Facts({ dataset, isGone }: Pick<DatasetCardProps, "dataset" | "isGone">): ReactElement {
  const [isDeleting, setDeleting] = useState(false);
  const { id, title, columnsId, factNames, instruments, notes, origin } = dataset;
  const canDelete = origin === "imported" && columnsId !== null && !isGone;
  return (
    <>
      <FactCoverageView
        factNames={factNames}
        instruments={instruments}
        notes={notes}
        onDelete={canDelete ? () => setDeleting(true) : null}
      />
      {isDeleting && columnsId !== null && (
        <DeleteFactsDialog id={id} title={title} columnsId={columnsId} onClose={() => setDeleting(false)} />
      )}
    </>
  );
}

function Commands({ dataset: { id, title, columnsId }, isGone, onDelete }: DatasetCardProps): ReactElement {
  const showStatus = useStatus();
  const [isRenaming, setRenaming] = useState(false);
  const [isExporting, setExporting] = useState(false);
  const addFiles = () => {
    if (columnsId === null) return;
    void aimAt({ id, title, columnsId });
    globalThis.scrollTo({ top: 0 });
  };
  const exportFiles = async () => {
    setExporting(true);
    const exported = await exportDataset(columnsId ?? id);
    setExporting(false);
    if (exported.ok) saveBlob(`${title.replaceAll(/[^\p{L}\p{N} ._-]/gu, "_")}.zip`, exported.value);
    else showStatus(exported.problem.message);
  };
  return (
    <>
      {!isGone && (
        <Button size="small" onClick={addFiles}>
          Add files
        </Button>
      )}
      <Button size="small" onClick={() => setRenaming(true)}>
        Rename
      </Button>
      {!isGone && (
        <Button size="small" disabled={isExporting} onClick={() => void exportFiles()}>
          {isExporting ? "Exporting..." : "Export"}
        </Button>
      )}
      <Button kind="danger" size="small" onClick={onDelete}>
        Delete
      </Button>
      {isRenaming && <RenameDialog id={id} title={title} onClose={() => setRenaming(false)} />}
    </>
  );
}

function BenchmarkChoice({
  dataset: { id, indices, benchmark },
}: {
  readonly dataset: Dataset;
}): ReactElement {
  const showStatus = useStatus();
  const choose = async (symbol: string) => {
    const chosen = await chooseBenchmark(id, symbol === "" ? null : symbol);
    if (!chosen.ok) showStatus(chosen.problem.message);
  };
  return (
    <SelectField
      className={styles["benchmark"]}
      label="Benchmark"
      hint={
        benchmark === AVERAGE_SHARE
          ? "For strategies that name none of their own. Those whose rules ask the index must name it."
          : "For strategies that name none of their own."
      }
      options={[
        { value: "", label: "The exchange's first index" },
        { value: AVERAGE_SHARE, label: "The average share: all in equal parts, set back each month" },
        ...indices.map((symbol) => ({
          value: symbol,
          label: isTotalReturn(symbol) ? `${shown(symbol)}, with dividends` : shown(symbol),
        })),
      ]}
      value={benchmark ?? ""}
      onChange={(event) => void choose(event.target.value)}
    />
  );
}

/** So many are listed; a folder may have had thousands. */
const SOURCES_SHOWN = 100;

function SourceList({ sources }: { readonly sources: readonly SourceFile[] }): ReactElement {
  return (
    <ul className={styles["sources"]}>
      {sources.slice(0, SOURCES_SHOWN).map(({ name, bytes, sha256 }) => (
        <li key={sha256}>
          {shownName(name)}, {formatBytes(bytes)} <span className={page["quiet"]}>SHA-256 {sha256}</span>
        </li>
      ))}
      {sources.length > SOURCES_SHOWN && <li>and {formatCount(sources.length - SOURCES_SHOWN)} more</li>}
    </ul>
  );
}

function factsOf(dataset: Dataset) {
  const { instruments, bars, firstDate, lastDate, exchanges, instrumentTypes, frequency, bytes } = dataset;
  return [
    { name: "Instruments", value: formatCount(instruments) },
    { name: "Bars", value: frequency === null ? formatCount(bars) : `${formatCount(bars)}, ${frequency}` },
    { name: "Dates", value: formatDayRange(firstDate, lastDate) },
    { name: "Exchanges", value: exchanges.join(", ") || DASH },
    { name: "Types", value: instrumentTypes.join(", ") || DASH },
    ...factNamesOf(dataset),
    { name: "Size", value: formatBytes(bytes) },
  ];
}

/** A line for facts and one for signals, where the dataset has any. */
function factNamesOf({ factNames }: Dataset) {
  return (["fact", "signal"] as const).flatMap((kind) => {
    const names = factNames.filter((fact) => fact.kind === kind).map(({ name }) => name);
    return names.length === 0
      ? []
      : [{ name: kind === "fact" ? "Facts" : "Signals", value: listNames(names) }];
  });
}

interface DeleteFactsDialogProps {
  readonly id: string;
  readonly title: string;
  readonly columnsId: string;
  readonly onClose: () => void;
}

function DeleteFactsDialog({ id, title, columnsId, onClose }: DeleteFactsDialogProps): ReactElement {
  const showStatus = useStatus();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const remove = async () => {
    setBusy(true);
    const done = await deleteFacts({ id, title, columnsId });
    setBusy(false);
    if (!done.ok) {
      setProblem(done.problem.message);
      return;
    }
    showStatus(`The facts of "${shown(title)}" were deleted. Results of earlier runs stay.`);
    onClose();
  };
  return (
    <Dialog
      title="Delete the facts"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" disabled={isBusy} onClick={() => void remove()}>
            {isBusy ? "Deleting..." : "Delete the facts"}
          </Button>
        </>
      }
    >
      <p>
        This deletes all facts and signals of {shown(title)}, its corporate actions, and the adjusted closes
        made from these. The prices stay. Rules that name a fact are refused until its file is added again.
      </p>
      {problem !== null && <p role="alert">{problem}</p>}
    </Dialog>
  );
}

interface RenameDialogProps {
  readonly id: string;
  readonly title: string;
  readonly onClose: () => void;
}

function RenameDialog({ id, title, onClose }: RenameDialogProps): ReactElement {
  const showStatus = useStatus();
  const [typed, setTyped] = useState(title);
  const [error, setError] = useState<string>();
  const rename = async (event: FormEvent) => {
    event.preventDefault();
    const renamed = await renameDataset(id, typed);
    if (renamed.ok) {
      showStatus(`Renamed to "${typed.trim()}".`);
      onClose();
    } else setError(renamed.problem.message);
  };
  return (
    <Dialog
      title="Rename the dataset"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="rename-dataset" kind="primary" disabled={isBlank(typed)}>
            Rename
          </Button>
        </>
      }
    >
      <form id="rename-dataset" onSubmit={(event) => void rename(event)} noValidate>
        <TextField
          label="New name"
          value={typed}
          error={error}
          onChange={(event) => {
            setTyped(event.target.value);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
