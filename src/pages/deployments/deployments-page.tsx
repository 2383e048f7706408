/** Virtual deployments: all of them, one of them, or the dialog that makes one of a run's strategy. */
import type { ReactElement } from "react";
import { useSearchParams } from "wouter";
import { DeploymentList } from "./deployment-list.tsx";
import { DeploymentView } from "./deployment-view.tsx";

export function DeploymentsPage(): ReactElement {
  const [params] = useSearchParams();
  const id = params.get("id");
  if (id !== null) return <DeploymentView key={id} id={id} />;
  return <DeploymentList runId={params.get("run")} />;
}
