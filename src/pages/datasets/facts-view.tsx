/** What lists of companies would say of the dataset's instruments, and of which day their figures are. */
import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { countOf, formatCount } from "#src/format/number.ts";
import { shown } from "#src/format/shown.ts";
import { NoteBanner } from "#src/ui/banner.tsx";
import { TextField } from "#src/ui/field.tsx";
import type { FactsExample, FactsPreview } from "#workers/model/import-plan.ts";
import styles from "./import.module.css";
import { setFactsDay } from "./import-store.ts";

interface FactsViewProps {
  readonly facts: FactsPreview;
  /** The day of the share counts that a person wrote; "" for the one that the files have. */
  readonly asOf: string;
}

export function FactsView({ facts, asOf }: FactsViewProps): ReactElement {
  const { listed, matched, names, sectors, marketCaps, examples } = facts;
  const fields = [
    ...(names > 0 ? [countOf(names, "name")] : []),
    ...(sectors > 0 ? [countOf(sectors, "sector")] : []),
    ...(marketCaps > 0 ? [countOf(marketCaps, "market cap")] : []),
  ];
  return (
    <section className={styles["facts"]} aria-label="Facts of companies">
      <h4 className={styles["groupTitle"]}>Facts of companies</h4>
      <p>
        {formatCount(matched)} of {formatCount(listed)} listed companies are in the data
        {fields.length > 0 ? `: ${fields.join(", ")} come with them.` : "; nothing is new for them."}
      </p>
      {examples.length > 0 && (
        <ul className={styles["findings"]}>
          {examples.map((example) => (
            <li key={example.symbol}>{shown(describe(example))}</li>
          ))}
        </ul>
      )}
      {facts.asOf !== null && (
        <TextField
          className={styles["day"]}
          type="date"
          label="Day of the list's figures"
          hint="A market cap is divided by the close of that day, which gives the number of shares."
          value={asOf || facts.asOf}
          onChange={(event) => {
            if (event.target.value !== "") void setFactsDay(event.target.value);
          }}
        />
      )}
      {marketCaps > 0 && (
        <NoteBanner
          message={`One share count for all years looks ahead: ranks by market cap use the figures of ${formatDay(facts.asOf)} in earlier years, too. Results that depend on them look better than they should.`}
        />
      )}
    </section>
  );
}

function describe({ symbol, name, sector, sharesOutstanding }: FactsExample): string {
  const shares = Number.isNaN(sharesOutstanding) ? "" : `${formatCount(sharesOutstanding)} shares`;
  return `${symbol}: ${[name, sector, shares].filter((part) => part !== "").join(", ")}`;
}
