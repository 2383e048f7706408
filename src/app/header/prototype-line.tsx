import type { ReactElement } from "react";
import { CONTACT_EMAIL } from "#src/product.ts";

/** What the specification's banner says. */
export function PrototypeLine(): ReactElement {
  return (
    <p>
      Early prototype, alpha launch coming: write to <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a>{" "}
      for updates.
    </p>
  );
}
