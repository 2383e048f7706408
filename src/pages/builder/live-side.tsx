import { useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { Disclosure } from "#src/ui/disclosure.tsx";
import page from "#src/ui/page.module.css";

/** What the form comes to as it stands: beside it on wide screens, folded away below it on small ones. */
export function LiveSide({ children }: { readonly children: ReactNode }): ReactElement {
  const [isWide] = useState(() => matchMedia("(width >= 64rem)").matches);
  const live = <div className={page["parts"]}>{children}</div>;
  return isWide ? live : <Disclosure summary="What it comes to">{() => live}</Disclosure>;
}
