/** Asks once whether code that came from elsewhere may run on this device. It is shown above: a person can read it first. */
import type { ReactElement } from "react";
import type { Consent } from "#src/code/use-consent.ts";
import { NoteBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";

export function ConsentNote({ consent }: { readonly consent: Consent }): ReactElement {
  const { from, problem, allow } = consent;
  const origin = from === null ? "This code was not written on this device." : `This code came from ${from}.`;
  return (
    <NoteBanner
      message={`${origin} It does not run here before you allow it: read it first. It runs shut off from the network, your data and the rest of the app.`}
    >
      <Button onClick={() => void allow()}>Allow this code to run</Button>
      {problem && <p>{problem.message}</p>}
    </NoteBanner>
  );
}
