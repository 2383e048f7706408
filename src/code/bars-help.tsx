/** What a person's code is given: the table that completion reads as well. */
import type { ReactElement } from "react";
import { asWritten, BARS, LANGUAGE_NAMES } from "./bars-table.ts";
import type { BarsEntry, CodeLanguage } from "./bars-table.ts";
import styles from "./bars-help.module.css";

const TYPES: Readonly<Record<CodeLanguage, Readonly<Record<BarsEntry["type"], string>>>> = {
  javascript: {
    number: "number",
    text: "string",
    numbers: "Float64Array",
    days: "Int32Array",
    function: "function: Float64Array",
    object: "object or null",
  },
  typescript: {
    number: "number",
    text: "string",
    numbers: "Float64Array",
    days: "Int32Array",
    function: "(name: string) => Float64Array",
    object: "object | null",
  },
  python: {
    number: "int",
    text: "str",
    numbers: "array('d')",
    days: "array('i')",
    function: "function: array('d')",
    object: "dict or None",
  },
};

export function BarsHelp({ language }: { readonly language: CodeLanguage }): ReactElement {
  const label = `What bars has, in ${LANGUAGE_NAMES[language]}`; // some pages have it in two languages
  return (
    <div className={styles["help"]}>
      <p>
        <code>compute</code> is given the bars of one instrument, oldest first, and gives back as many
        numbers. NaN{language === "python" ? " and None mean" : ", null and undefined mean"} unknown. The
        arrays are copies: writing to them changes nothing.
      </p>
      {/* A box that scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles["box"]} aria-label={label} tabIndex={0}>
        <table className={styles["table"]}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Is</th>
              <th scope="col">Says</th>
              <th scope="col">Also in market</th>
            </tr>
          </thead>
          <tbody>
            {BARS.map((entry) => (
              <tr key={entry.name}>
                <th scope="row">
                  <code>{asWritten(entry, language)}</code>
                </th>
                <td>{TYPES[language][entry.type]}</td>
                <td>{entry.sentence}</td>
                <td>{entry.isOfMarket ? "yes" : "no"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
