import { useState } from "react";
import type { ReactElement } from "react";
import { FormulaField } from "#src/formula/formula-field.tsx";
import { Badge } from "#src/ui/badge.tsx";
import { NoteBanner, WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import type { ButtonKind } from "#src/ui/button.tsx";
import { Change } from "#src/ui/change.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { FactList } from "#src/ui/fact-list.tsx";
import { CheckField, ChoiceField, SelectField, TextField } from "#src/ui/field.tsx";
import { Keys } from "#src/ui/keys.tsx";
import { Panel } from "#src/ui/panel.tsx";
import { ProgressBar } from "#src/ui/progress-bar.tsx";
import { Segmented } from "#src/ui/segmented.tsx";
import { StatCard, StatCards } from "#src/ui/stat-card.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import styles from "./styleguide-page.module.css";

const KINDS: readonly ButtonKind[] = ["primary", "secondary", "quiet", "danger"];
const SCALES = [
  { value: "linear", label: "Linear" },
  { value: "log", label: "Log" },
  { value: "none", label: "None", disabled: true },
];
const EXCHANGES = [
  { value: "NSE", label: "NSE" },
  { value: "BSE", label: "BSE" },
];

/** Each component of src/ui in its usual states. */
export function Components(): ReactElement {
  return (
    <>
      <Actions />
      <Fields />
      <Figures />
      <Messages />
    </>
  );
}

function Actions(): ReactElement {
  const [asks, setAsks] = useState(false);
  const showStatus = useStatus();
  return (
    <Panel title="Actions" note="button, dialog, status-messages, keys">
      <div className={styles["line"]}>
        {KINDS.map((kind) => (
          <Button key={kind} kind={kind}>
            {kind}
          </Button>
        ))}
        <Button size="small">small</Button>
        <Button size="large">large</Button>
        <Button disabled>disabled</Button>
      </div>
      <div className={styles["line"]}>
        <Button onClick={() => setAsks(true)}>Ask</Button>
        <Button onClick={() => showStatus("Strategy saved successfully!")}>Tell</Button>
        <Button onClick={() => showStatus("Deleted.", { label: "Undo", act: () => showStatus("Back.") })}>
          Tell, with a way back
        </Button>
        <Keys keys={["Ctrl", "K"]} />
      </div>
      {asks && (
        <Dialog
          title="Delete it?"
          onClose={() => setAsks(false)}
          actions={<Button onClick={() => setAsks(false)}>Keep it</Button>}
        >
          <p>Dialogs say what happens, and offer the safe way first.</p>
        </Dialog>
      )}
    </Panel>
  );
}

const NAMES = { facts: ["pe", "eps.yoy"], signals: ["score"], symbols: ["TIDAL120", "MOON"] };

function Fields(): ReactElement {
  const [scale, setScale] = useState("linear");
  const [formula, setFormula] = useState('sam(20) < of("TIDAL120", close) * 1.5 and pe < 15');
  return (
    <Panel title="Fields" note="field, formula-field, segmented">
      <div className={styles["fields"]}>
        <TextField label="Initial margin" unitBefore="₹" defaultValue="1,00,000" hint="₹1,00,000" />
        <TextField label="Trailing stop" unitAfter="%" defaultValue="-3" error="Type a figure above 0." />
        <TextField label="Position sizing" defaultValue="Equal Weight" readOnly />
        <SelectField label="Exchange" options={EXCHANGES} />
        <CheckField label="Fractional shares" hint="Buys parts of a share." defaultChecked />
        <ChoiceField legend="Match" name="match" choices={EXCHANGES} defaultValue="NSE" />
        <FormulaField
          label="Formula"
          value={formula}
          onChange={setFormula}
          wants="rule"
          place="buy"
          names={NAMES}
        />
        <Segmented legend="Scale" choices={SCALES} chosen={scale} onChoose={setScale} />
      </div>
    </Panel>
  );
}

function Figures(): ReactElement {
  return (
    <Panel title="Figures" note="stat-card, change, badge, fact-list, progress-bar">
      <StatCards label="Metrics">
        <StatCard label="CAGR" note="Benchmark 10.3%" explanation="Growth a year, compounded.">
          15.6%
        </StatCard>
        <StatCard label="Gain">
          <Change value={4.5} text="+4.5%" />
        </StatCard>
        <StatCard label="Loss">
          <Change value={-3.2} text="-3.2%" />
        </StatCard>
        <StatCard label="Undefined">–</StatCard>
      </StatCards>
      <div className={styles["line"]}>
        <Badge>draft</Badge>
        <Badge tone="accent">running</Badge>
        <Badge tone="notice">interrupted</Badge>
        <Badge tone="danger">failed</Badge>
      </div>
      <FactList
        facts={[
          { name: "Instruments", value: "251" },
          { name: "Bars", value: "1,024,403" },
        ]}
      />
      <ProgressBar label="Reading" percent={62} />
    </Panel>
  );
}

function Messages(): ReactElement {
  return (
    <Panel title="Messages" note="banner, disclosure, empty-state">
      <WarningBanner message="The run failed: the file has no rows.">
        <p>What to do about it.</p>
      </WarningBanner>
      <NoteBanner message="Costs are zero." />
      <Disclosure summary="More about it">Found by those who look for it.</Disclosure>
      <EmptyState title="Nothing here yet" text="What would be here, and how it gets here.">
        <Button kind="primary">The way on</Button>
      </EmptyState>
    </Panel>
  );
}
