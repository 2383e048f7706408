/** The words at the top of the list of strategies, which are there before the strategies have been read. */
import type { ReactElement, ReactNode } from "react";
import { PageHeading } from "#src/ui/page-heading.tsx";

/** @param children - what can be done with the whole page */
export function FirstWords({ children }: { readonly children?: ReactNode }): ReactElement {
  return (
    <PageHeading
      title="Strategies"
      lead="Create a strategy, go on with one, or run a built-in one on the demo market. Everything is worked out on this device, and nothing that you make leaves it."
    >
      {children}
    </PageHeading>
  );
}
