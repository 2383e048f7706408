import type { ReactElement } from "react";
import { Link } from "wouter";
import { CONTACT_EMAIL, PRODUCT_NAME } from "#src/product.ts";
import { PageHeading } from "#src/ui/page-heading.tsx";
import page from "#src/ui/page.module.css";
import styles from "./contact-page.module.css";

export function ContactPage(): ReactElement {
  return (
    <div className={styles["page"]}>
      <PageHeading title="Contact Us" lead="We'd love to hear from you!" />
      <section className={styles["card"]} aria-label="E-mail">
        <p>
          <a className={styles["email"]} href={`mailto:${CONTACT_EMAIL}`}>
            {CONTACT_EMAIL}
          </a>
        </p>
        <p className={page["quiet"]}>
          The link opens your e-mail program. {PRODUCT_NAME} itself sends nothing, and what you saved stays on
          this device.
        </p>
      </section>
      <section className={styles["reasons"]} aria-labelledby="reasons">
        <h2 id="reasons">Good reasons to write</h2>
        <ul>
          <li>You want to hear about the alpha launch.</li>
          <li>
            You want one of the <Link href="/price">plans or a custom solution</Link>.
          </li>
          <li>
            A number looks wrong. Tell us which one, and attach the strategy if you can: then we can run it
            too.
          </li>
          <li>
            The <Link href="/questions">FAQ</Link> left a question open.
          </li>
        </ul>
      </section>
    </div>
  );
}
