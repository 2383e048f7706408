/** The settings that a saved report is of: the rules as they read, the code of own numbers, and the data. */
import { countOf } from "#src/format/number.ts";
import { lineOf } from "#src/format/rule-text.ts";
import { shownName, shownSource } from "#src/format/shown.ts";
import { summarySections } from "#src/format/strategy-sections.ts";
import type { SummaryLine } from "#src/format/strategy-sections.ts";
import type { RunRecord } from "#src/storage/records.ts";
import type { Report } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { html } from "./html.ts";
import type { Html } from "./html.ts";

export function settingsPart(run: RunRecord, { metadata }: Report): Html {
  return html`<h2>Settings and data</h2>
    ${summarySections(run.strategy, metadata.currency, metadata.benchmark).map(
      ({ title, lead, lines }) =>
        html`<div class="keep">
          <h3>${title}${lead === null ? "" : `: ${lead.toLowerCase()}`}</h3>
          <ul>
            ${lines.map((line) => html`<li>${ruleLine(line)}</li>`)}
          </ul>
        </div>`,
    )}
    ${ownNumbers(run.strategy)}
    <p class="soft">
      ${shownName(run.datasetTitle)}, ${countOf(metadata.instruments, "instrument")},
      ${countOf(metadata.bars, "bar")}; engine ${run.engineVersion}; fingerprint of the data
      ${run.datasetFingerprint}
    </p>`;
}

/** The code of the strategy's own numbers, line by line. */
function ownNumbers({ computed = [] }: Strategy): readonly Html[] {
  return computed.map(({ name, language, source, off }) => {
    const lines = shownSource(source).replaceAll("\t", "  ").split("\n");
    const head = `Source of ${name} (${language}${off ? ", switched off" : ""})`;
    return html`<details>
      <summary>${head}</summary>
      <pre>${lines.map((line) => html`${line}<br />`)}</pre>
    </details>`;
  });
}

/** A rule with its formula below it, a group with its members. */
function ruleLine({ words, formula, group }: SummaryLine): Html {
  if (formula === null) return html`${words}`;
  return group
    ? html`${lineOf(group.heading, formula)}
        <ul>
          ${group.members.map((member) => html`<li>${ruleLine(member)}</li> `)}
        </ul>`
    : html`${lineOf(words, formula)} <code>${formula}</code>`;
}
