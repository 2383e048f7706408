/** Has deployments go on when a dataset gains sessions, whichever way its data came, and says what came of it. */
import { liveQuery } from "dexie";
import { countOf } from "#src/format/number.ts";
import { newlyRinging } from "#src/pages/deployments/alarms.ts";
import { stepAll } from "#src/run/step-deployments.ts";
import type { StepNews } from "#src/run/step-deployments.ts";
import { database } from "#src/storage/database.ts";
import { loadDeployment } from "#src/storage/deployments.ts";
import { whereStored } from "#src/storage/where-stored.ts";
import { notify } from "./notify.ts";
import type { ShowStatus } from "#src/ui/status-messages.tsx";

/** Where news are told, and how a person gets to what they are of. */
export interface NewsDesk {
  readonly showStatus: ShowStatus;
  readonly navigate: (address: string) => void;
}

/** Now, and after every change of the catalogue, until the signal. */
export function followDatasets(desk: NewsDesk, signal: AbortSignal): void {
  const { showStatus } = desk;
  let before: Promise<unknown> = Promise.resolve();
  const step = async () => {
    if (signal.aborted) return;
    const news = await stepAll();
    await Promise.all(news.map(async (one) => tell(await alarmsOf(one), one, desk)));
    if (news.length > 0) fetchPage();
  };
  const following = liveQuery(readStates).subscribe({
    next: () => {
      // what fails is shown by UnexpectedErrors, and the next step goes on
      before = before.then(step).catch((error: unknown) => reportError(error));
    },
    error: (error: unknown) => showStatus(`Deployments can't follow their datasets: ${String(error)}`),
  });
  signal.addEventListener("abort", () => following.unsubscribe());
}

/** The page where most go from here, so that it is there when they do. One that can't be had now is asked for again then, and told. */
function fetchPage(): void {
  import("#src/pages/deployments/deployments-page.tsx").catch(() => undefined);
}

/** What changes as datasets do. */
async function readStates(): Promise<readonly unknown[]> {
  const records = await whereStored(() => database.datasets.toArray(), []);
  return records.map(({ id, facts, splits }) => [id, facts, splits]);
}

/** What the person wanted to be told of, and what has become so with the new entries. */
async function alarmsOf({ record, stepped }: StepNews): Promise<readonly string[]> {
  if (stepped.type !== "recorded" || !record.alarms) return [];
  const stored = await loadDeployment(record.id);
  return stored.ok ? newlyRinging(stored.value, stepped.entries.length) : [];
}

function tell(alarms: readonly string[], one: StepNews, { showStatus, navigate }: NewsDesk): void {
  const { record } = one;
  const text = [wordsOf(one), ...alarms].join(" ");
  const open = () => navigate(`/deployments?id=${encodeURIComponent(record.id)}`);
  showStatus(text, { label: "Open", act: open });
  notify(text, record.id, open);
}

/** A new entry, orders for tomorrow, a question, or why it waits. */
export function wordsOf({ record, stepped }: StepNews): string {
  const { name } = record.head;
  switch (stepped.type) {
    case "recorded": {
      const { sells = [], buys = [] } = stepped.entries.at(-1)?.decisions ?? {};
      const orders = sells.length + buys.length;
      const next =
        orders === 0 ? "no orders for the next one" : `${countOf(orders, "order")} for the next one`;
      return `"${name}": ${countOf(stepped.entries.length, "session")} recorded, ${next}.`;
    }
    case "asks":
      return `"${name}" has a question before it records the next session.`;
    case "waits":
      return `"${name}" waits: ${stepped.message}`;
    case "nothing":
      return `"${name}": nothing new.`;
  }
}
