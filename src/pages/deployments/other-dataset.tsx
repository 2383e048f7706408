/** Another dataset for a deployment: what replay says of it is shown first, and nothing is recorded before the person's yes. */
import { useLiveQuery } from "dexie-react-hooks";
import { useState } from "react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { formatDay } from "#src/format/day.ts";
import { shownName } from "#src/format/shown.ts";
import { checkDataset, nameDataset } from "#src/run/change-deployment.ts";
import type { CheckedDataset } from "#src/run/change-deployment.ts";
import { listDatasets } from "#src/storage/datasets.ts";
import type { StoredDeployment } from "#src/storage/deployment-record.ts";
import { Button } from "#src/ui/button.tsx";
import { SelectField } from "#src/ui/field.tsx";
import { ReplayVerdict } from "#src/ui/replay-verdict.tsx";
import type { Result } from "#workers/model/problem.ts";

/** Does what may fail, and shows why it did. */
export type Attempt = (work: () => Promise<Result<unknown>>) => Promise<void>;

interface OtherDatasetProps {
  readonly stored: StoredDeployment;
  readonly isBusy: boolean;
  readonly attempt: Attempt;
}

export function OtherDataset({ stored, isBusy, attempt }: OtherDatasetProps): ReactElement | null {
  const [checked, setChecked] = useState<CheckedDataset | null>(null);
  const datasets = useLiveQuery(listDatasets);
  const current = stored.record.head.dataset?.id;
  if (!datasets) return null;
  const others = datasets.records.filter(({ id, origin }) => id !== current && origin === "imported");
  if (others.length === 0) return <Link href="/data">Bring its prices on the Data page</Link>;
  const choose = (id: string) => {
    const chosen = others.find((dataset) => dataset.id === id);
    setChecked(null);
    if (!chosen) return;
    void attempt(async () => {
      const found = await checkDataset(stored.deployment, { id, name: chosen.title });
      if (found.ok) setChecked(found.value);
      return found;
    });
  };
  return (
    <>
      <SelectField
        label="Go on with another dataset"
        disabled={isBusy}
        options={[
          { value: "", label: "Choose one" },
          ...others.map(({ id, title }) => ({ value: id, label: shownName(title) })),
        ]}
        value={checked?.id ?? ""}
        onChange={({ target }) => choose(target.value)}
      />
      {checked && (
        <Verdict checked={checked} strategy={stored.deployment.strategy}>
          <Button
            size="small"
            kind="primary"
            disabled={isBusy}
            onClick={() => void attempt(() => nameDataset(stored, checked))}
          >
            {`Go on with "${shownName(checked.name)}"`}
          </Button>
        </Verdict>
      )}
    </>
  );
}

interface VerdictProps {
  readonly checked: CheckedDataset;
  readonly strategy: unknown;
  /** The yes, where one can be said. */
  readonly children: ReactElement;
}

function Verdict({ checked: { report }, strategy, children }: VerdictProps): ReactElement {
  return (
    <>
      {report.entries > 0 && <ReplayVerdict checked={{ ok: true, value: report }} strategy={strategy} />}
      {report.loss === null ? (
        <>
          <p>
            {report.next === null
              ? "It has no session after the last entry yet: the record goes on when one comes."
              : `Its sessions from ${formatDay(report.next)} on get entries, which can't be changed afterwards.`}
          </p>
          {children}
        </>
      ) : (
        <p>{`The deployment can't go on with it: ${report.loss}`}</p>
      )}
    </>
  );
}
