/** Says of a deployment that what is stored is not what was recorded: its chain is checked whenever it was read. */
import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { findChange } from "#src/storage/deployments.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import type { Deployment } from "#workers/model/deployment.ts";
import type { Problem } from "#workers/model/problem.ts";

interface ChangeNoticeProps {
  /** The same object as long as nothing new was read. */
  readonly deployment: Deployment;
}

export function ChangeNotice({ deployment }: ChangeNoticeProps): ReactElement | null {
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
  return change && <WarningBanner message={`It is not what was recorded: ${change.message}`} />;
}
