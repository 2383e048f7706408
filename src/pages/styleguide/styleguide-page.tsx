import type { ReactElement } from "react";
import { PageHeading } from "#src/ui/page-heading.tsx";
import page from "#src/ui/page.module.css";
import { Components } from "./components.tsx";
import { Tokens } from "./tokens.tsx";

/** Every token and component on one page, for those who work on the app; the built app doesn't have it. */
export function StyleguidePage(): ReactElement {
  return (
    <div className={page["apart"]}>
      <PageHeading title="Style guide" lead="Tokens and components as they are, in the chosen theme." />
      <Tokens />
      <Components />
    </div>
  );
}
