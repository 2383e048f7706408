/** The style sheet of a saved report: light and dark on a screen, A4 in light on paper. */
export const REPORT_STYLE = `
:root { color-scheme: light dark; --ground: light-dark(#fff, #131f25); --ink: light-dark(#10222b, #e6eff2);
  --soft: light-dark(#4a5f69, #a3b6be); --line: light-dark(#d5dfe3, #3a4c53); --sunken: light-dark(#eef3f5, #1a2930);
  --gain: light-dark(#15803d, #4ade80); --loss: light-dark(#b91c1c, #fb8585);
  --strategy: light-dark(#0b7c99, #5cc8e0); --benchmark: light-dark(#5f6d75, #93a4ac);
  --average: light-dark(#10222b, #e6eff2); }
* { box-sizing: border-box; }
body { max-width: 64rem; margin: 0 auto; padding: 1.5rem 1rem; background: var(--ground); color: var(--ink);
  font: 0.9375rem/1.5 ui-sans-serif, system-ui, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: break-word; }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.25; }
h2 { margin: 2rem 0 0.75rem; font-size: 1.125rem; }
h3 { margin: 1rem 0 0.5rem; font-size: 0.9375rem; }
p { max-width: 100ch; margin: 0 0 0.5rem; }
.soft, figcaption { color: var(--soft); font-size: 0.8125rem; }
.verdict { margin-top: 1rem; font-size: 1.125rem; }
.note { padding: 0.5rem 0.75rem; border: 1px solid var(--line); border-radius: 0.375rem; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); gap: 0.75rem; margin: 0; }
dl div { padding: 0.5rem 0.75rem; border: 1px solid var(--line); border-radius: 0.375rem; }
dt { color: var(--soft); font-size: 0.8125rem; }
dd { margin: 0; font-weight: 600; }
dd.under { color: var(--soft); font-size: 0.8125rem; font-weight: 400; }
li code { display: block; color: var(--soft); font-size: 0.8125rem; }
.gain { color: var(--gain); } .loss { color: var(--loss); }
figure { margin: 0; } figcaption { margin-top: 0.5rem; }
svg { display: block; width: 100%; height: auto; }
svg text { fill: var(--soft); font-size: 11px; }
.scroll { overflow-x: auto; }
pre { overflow-x: auto; font-size: 0.85rem; }
table { width: 100%; border-collapse: collapse; font-size: 0.8125rem; }
caption { padding: 0.25rem 0; color: var(--soft); text-align: left; }
th, td { padding: 0.2rem 0.5rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
thead th { background: var(--sunken); color: var(--soft); }
summary { padding: 0.5rem 0; font-weight: 600; cursor: pointer; }
@media (max-width: 40rem) {
  svg text { font-size: 22px; } /* the drawing is made smaller to fit */
  dl { grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); }
}
@page { size: A4; margin: 14mm; }
@media print {
  :root { color-scheme: light; }
  body { max-width: none; padding: 0; font-size: 9.5pt; }
  h2, h3 { break-after: avoid; }
  figure, dl div, tr, .keep { break-inside: avoid; }
  table, figcaption, dt, dd.under { font-size: 8pt; }
  th, td { padding: 0.1rem 0.25rem; }
  .wide th, .wide td { font-size: 7pt; }
  .scroll { overflow: visible; }
  details:not([open]) { display: none; }
}
`;
