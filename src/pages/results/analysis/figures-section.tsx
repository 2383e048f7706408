import type { ReactElement } from "react";
import { FactList } from "#src/ui/fact-list.tsx";
import { Part } from "../part.tsx";
import type { Fact } from "./figure-facts.tsx";

interface FactGroupProps {
  readonly title: string;
  readonly facts: readonly Fact[];
}

/** Figures that did not fit on the cards; each term opens to its calculation. */
export function FactGroup({ title, facts }: FactGroupProps): ReactElement {
  return (
    <Part title={title}>
      <FactList inColumns facts={facts} />
    </Part>
  );
}
