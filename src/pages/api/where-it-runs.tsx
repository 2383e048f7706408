import type { ReactElement } from "react";
import { Link } from "wouter";
import { CodeBlock } from "#src/ui/code-block.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import { classNames } from "#src/ui/class-names.ts";
import rows from "#src/ui/rows.module.css";

const PLACES = [
  {
    what: "This page",
    where: "A worker of the browser tab",
    prices: "The datasets of this browser",
  },
  {
    what: "Server (serve) with the clients",
    where: "Threads of a process on this machine; it answers on the loopback address only",
    prices: "Folders that it was started with, and what was uploaded to it",
  },
  {
    what: "Library (tidemark) and commands (simulate, sweep)",
    where: "Threads of your own program or of the command",
    prices: "Files that you name",
  },
  {
    what: "Workers (sweep-worker)",
    where: "Any machine that you start them on, by way of your own Redis",
    prices:
      "The same files on each of them: others get no work. Redis has strategies, numbers and hashes, no prices",
  },
] as const;

/** What runs where, and the way to more than one machine. */
export function WhereItRuns(): ReactElement {
  return (
    <>
      <Panel title="3. Many variants">
        <div className={page["parts"]}>
          <p>
            <Link href="/optimise">Optimise</Link> tries up to 1,000 variants in this tab and can save what is
            varied as a file. The command runs up to a million of them on all cores and goes on where it was
            stopped. Its rows can be drawn on that page again.
          </p>
          <CodeBlock
            name="Sweep"
            code="npm run --silent sweep -- --data prices --strategy strategy.json --axes axes.json --out rows.csv"
          />
          <p>More machines help where they have the same prices and reach the same Redis (or Valkey).</p>
          <CodeBlock
            name="Sweep on several machines"
            code={
              "npm run --silent sweep-worker -- --data prices --redis redis://host:6379\n" +
              "npm run --silent sweep -- --data prices --strategy strategy.json --axes axes.json --out rows.csv --redis redis://host:6379"
            }
          />
        </div>
      </Panel>
      <Panel title="What runs where">
        <table className={classNames(rows["table"], rows["breaking"], rows["stacked"])}>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Where it runs</th>
              <th scope="col">Which prices it reads</th>
            </tr>
          </thead>
          <tbody>
            {PLACES.map(({ what, where, prices }) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td>{where}</td>
                <td>{prices}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
    </>
  );
}
