/** Whether what a deployment's page shows is what was recorded: its chain is checked whenever it was read. */
import { useEffect, useState } from "react";
import { findChange } from "#src/storage/deployments.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import type { Problem } from "#workers/model/problem.ts";

/** null where it is, and until it is known. @param deployment - the same object as long as nothing new was read */
export function useChange(deployment: Deployment): Problem | null {
  const [change, setChange] = useState<Problem | null>(null);
  useEffect(() => {
    let isWanted = true;
    const look = async () => {
      const found = await findChange(deployment);
      if (isWanted) setChange(found);
    };
    void look(); // a failure is shown by UnexpectedErrors
    return () => {
      isWanted = false;
    };
  }, [deployment]);
  return change;
}
