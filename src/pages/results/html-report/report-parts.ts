/** Figures and tables of a saved report. */
import { html } from "./html.ts";
import type { Html } from "./html.ts";

interface Fact {
  readonly name: string;
  readonly value: Html | string;
  /** How far it is from what it is compared with, in words. */
  readonly distance?: Html | undefined;
  /** What to compare it with. */
  readonly under?: string;
}

export function facts(all: readonly Fact[]): Html {
  return html`<dl>
    ${all.map(
      ({ name, value, distance, under }) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
          ${distance === undefined ? html`` : html`<dd class="under">${distance}</dd>`}
          ${under === undefined ? html`` : html`<dd class="under">${under}</dd>`}
        </div>`,
    )}
  </dl>`;
}

/** The first cell of a row heads it; what is too wide for the screen scrolls and can be reached by keyboard. */
export function table(
  caption: string,
  header: readonly string[],
  rows: readonly (readonly (Html | string)[])[],
): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${header.map((title) => html`<th scope="col">${title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([first = "", ...cells]) =>
            html`<tr>
              <th scope="row">${first}</th>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Coloured by its sign, which the text carries as well. */
export function change(value: number | null, text: string): Html {
  if (value === null || !/[1-9]/.test(text)) return html`${text}`;
  return value > 0 ? html`<span class="gain">${text}</span>` : html`<span class="loss">${text}</span>`;
}
