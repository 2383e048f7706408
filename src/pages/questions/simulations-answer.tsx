import type { ReactElement } from "react";
import { Link } from "wouter";
import styles from "./answer.module.css";
import { Claim } from "./claim.tsx";
import { describeRuns, describeStrategies } from "./device-facts.ts";
import type { DeviceFacts } from "./device-facts.ts";

export function SimulationsAnswer({ facts }: { readonly facts: DeviceFacts }): ReactElement {
  return (
    <div className={styles["claims"]}>
      <p>
        Yes. Under <Link href="/strategy">Strategies</Link>, “Show Results” opens a strategy’s latest one, and{" "}
        <Link href="/runs">Runs</Link> lists every one.
      </p>
      <Claim says="You can save strategies, and come back to incomplete ones later.">
        {describeStrategies(facts)} What you type in the builder is kept as a draft, even if you close the
        page.
      </Claim>
      <Claim says="You can review earlier simulations.">
        {describeRuns(facts)} Each keeps the strategy as it was then, and which data and which version of the
        engine it used. Editing a strategy later changes no old result, and each result has an address of its
        own.
      </Claim>
      <Claim says="You can copy and modify strategies.">
        “Duplicate Strategy” adds a copy to your own. Edit that one, and run both.
      </Claim>
      <p>
        All of it is stored in this browser only, and sent nowhere. The browser can clear it, for example when
        you delete site data.
      </p>
    </div>
  );
}
