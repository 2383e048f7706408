import { lazy, Suspense } from "react";
import type { ReactElement } from "react";
import type { OwnNumbersProps } from "./own-numbers-list.tsx";

const OwnNumbersList = lazy(async () => {
  const { OwnNumbersList: default_ } = await import("./own-numbers-list.tsx");
  return { default: default_ };
});

/** Numbers by a person's own code, which the rules of every step can name. */
export function OwnNumbersPart(props: OwnNumbersProps): ReactElement {
  return (
    <Suspense>
      <OwnNumbersList {...props} />
    </Suspense>
  );
}
