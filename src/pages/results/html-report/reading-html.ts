import type { ReadingSources } from "../reading-facts.ts";
import { readingFacts } from "../reading-facts.ts";
import { readingOf, WEIGHTS } from "../reading.ts";
import { html } from "./html.ts";
import type { Html } from "./html.ts";

/** What the run tells, a sentence a finding with its weight in front. */
export function readingPart(sources: ReadingSources): Html {
  const findings = readingOf(readingFacts(sources));
  if (findings.length === 0) return html``;
  return html`<h2>What this tells</h2>
    <ul>
      ${findings.map(({ weight, words }) => html`<li><strong>${WEIGHTS[weight].name}:</strong> ${words}</li> `)}
    </ul>
    <p class="soft">What a strategy made in the past is no promise of what it will make.</p>`;
}
