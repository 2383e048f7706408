import type { ReactElement } from "react";
import { Link } from "wouter";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import { classNames } from "#src/ui/class-names.ts";
import rows from "#src/ui/rows.module.css";
import styles from "./privacy-page.module.css";

const PLACES: readonly { readonly what: string; readonly where: string; readonly goes: string }[] = [
  {
    what: "Strategies, drafts, settings, runs and their results, optimisations, virtual deployments and their ledgers, the folders that you chose",
    where: "The browser's database for this address",
    goes: "When you delete them, or clear the browser's data",
  },
  {
    what: "Prices that you imported",
    where: "The browser's private files for this address; where it has none, its database",
    goes: "When you delete the dataset, or clear the browser's data",
  },
  {
    what: "Theme and number style; the last half second of typing in the builder",
    where: "The browser's small storage for this address",
    goes: "The typing when it is saved; all of it when you clear the browser's data",
  },
  {
    what: "The app itself and the demo market",
    where: "The browser's cache for this address",
    goes: "When a new version takes its place, or you clear the browser's data",
  },
];

/** What is kept, where, and how it goes away. */
export function StoredPanel(): ReactElement {
  return (
    <Panel title="What is stored where">
      <div className={styles["words"]}>
        <p>All of it is on this device, in this browser, and none of it is sent anywhere.</p>
      </div>
      <table className={classNames(rows["table"], rows["stacked"])}>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Where</th>
            <th scope="col">It goes</th>
          </tr>
        </thead>
        <tbody>
          {PLACES.map(({ what, where, goes }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{where}</td>
              <td>{goes}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={page["soft"]}>
        How much room it takes is in the <Link href="/settings">settings</Link>.
      </p>
    </Panel>
  );
}
