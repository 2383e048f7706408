import type { ReactElement } from "react";
import { CONTACT_EMAIL, PRODUCT_NAME } from "#src/product.ts";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { ExternalIcon } from "#src/ui/icons.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import { classNames } from "#src/ui/class-names.ts";
import rows from "#src/ui/rows.module.css";
import licenceText from "../../../LICENSE?raw";
import styles from "./about-page.module.css";
import { APP_VERSION, CHART_NOTICE, CHART_NOTICE_URL, PACKAGE_LICENCES } from "./licences.ts";

export function AboutPage(): ReactElement {
  return (
    <div className={page["apart"]}>
      <PageHeading
        title={`About ${PRODUCT_NAME}`}
        lead={`Version ${APP_VERSION}. A tidemark is the line that high water leaves: the peak that a drawdown is measured from.`}
      />
      <Panel title="Licence">
        <p className={styles["words"]}>
          {PRODUCT_NAME} is open source under the MIT licence: use it, change it and pass it on, for any
          purpose. Simulated results say nothing certain about the future, and nothing here is advice.
          Questions go to <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a>.
        </p>
        <Disclosure summary="The licence in full">
          <pre className={styles["text"]}>{licenceText}</pre>
        </Disclosure>
      </Panel>
      <Panel title="Charts">
        <p>The charts are drawn by Lightweight Charts, under the Apache licence 2.0. Its notice:</p>
        <p className={styles["notice"]}>{CHART_NOTICE}</p>
        <p>
          <a className={styles["out"]} href={CHART_NOTICE_URL} target="_blank" rel="noopener noreferrer">
            {CHART_NOTICE_URL}
            <ExternalIcon />
          </a>{" "}
          (opens in a new tab; needs the internet)
        </p>
      </Panel>
      <Panel title="Packages in the app">
        <p>
          These, and what they are made with:{" "}
          <a className={styles["out"]} href="/licences.txt" target="_blank" rel="noopener noreferrer">
            all licences in full
            <ExternalIcon />
          </a>{" "}
          (opens in a new tab)
        </p>
        <table className={classNames(rows["table"], rows["breaking"], styles["packages"])}>
          <thead>
            <tr>
              <th scope="col">Package</th>
              <th scope="col">Version</th>
              <th scope="col">Licence</th>
              <th scope="col">Copyright</th>
            </tr>
          </thead>
          <tbody>
            {PACKAGE_LICENCES.map(({ name, version, licence, holder }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{version}</td>
                <td>{licence}</td>
                <td>{holder}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
    </div>
  );
}
