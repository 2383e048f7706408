import { useState } from "react";
import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { playForward } from "#src/run/change-deployment.ts";
import type { Play } from "#src/run/change-deployment.ts";
import type { DeploymentRecord } from "#src/storage/deployment-record.ts";
import { Button } from "#src/ui/button.tsx";
import { NoteBanner } from "#src/ui/banner.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import type { Problem } from "#workers/model/problem.ts";
import styles from "./deployments-page.module.css";

interface PlayPartProps {
  readonly record: DeploymentRecord;
  /** Nothing is recorded any more, however far it is played. */
  readonly isOver: boolean;
  readonly onProblem: (problem: Problem | null) => void;
}

/** The demo market goes on when the person says so. */
export function PlayPart({ record, isOver, onProblem }: PlayPartProps): ReactElement {
  const [isBusy, setBusy] = useState(false);
  const showStatus = useStatus();
  const play = async (how: Play) => {
    setBusy(true);
    const played = await playForward(record, how).finally(() => setBusy(false));
    onProblem(played.ok ? null : played.problem);
    if (played.ok && played.value.type === "end") showStatus("The demo market has no later session.");
  };
  const cut = formatDay(record.playedTo ?? null);
  if (isOver) return <NoteBanner message={`These are invented prices, played forward to ${cut}.`} />;
  return (
    <NoteBanner
      message={`These are invented prices. The demo market is cut at ${cut}; play it forward to see what an evening brings.`}
    >
      <div className={styles["row"]}>
        <Button size="small" kind="primary" disabled={isBusy} onClick={() => void play("session")}>
          Next session
        </Button>
        <Button size="small" disabled={isBusy} onClick={() => void play("year")}>
          Play a year
        </Button>
      </div>
    </NoteBanner>
  );
}
