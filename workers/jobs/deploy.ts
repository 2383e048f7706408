/** Steps, checks and expectations of virtual deployments. */
import { doOnMarket, doWithout } from "#workers/run/deploy-desk.ts";
import type { OnMarket } from "#workers/run/deploy-desk.ts";
import { gainsOf } from "../deploy/gains.ts";
import { withPeriod } from "#workers/run/deploy-market.ts";
import type { Host, Job } from "../host/host.ts";
import type { WorkedMarket } from "../host/own-code.ts";
import { announceLongStep, beat } from "../host/pulse.ts";
import { hasOwnCode, wholeMarket } from "../host/wanted-market.ts";
import type { WantedMarket } from "../host/wanted-market.ts";
import type { NewDeployment } from "../model/deployment.ts";
import type { DeployAnswer } from "../model/deploy-work.ts";
import { entriesIn } from "../model/packed-entries.ts";
import type { PackedDeployment } from "../model/packed-entries.ts";
import { ok } from "../model/problem.ts";
import type { Result } from "../model/problem.ts";
import { parseStrategy } from "../model/strategy.ts";

export const deploy: Job<"deploy"> = async ({ markets }, work) => {
  announceLongStep(); // many sessions at once are a whole run
  const done = "source" in work ? await onMarket(markets, work) : doWithout(work);
  beat();
  return done;
};

/** With the numbers by the strategy's own code, where it has some: they are worked out and checked as for a run. */
async function onMarket(markets: Host["markets"], work: OnMarket): Promise<Result<DeployAnswer>> {
  // The hash of a session's prices takes a bar of every instrument: they are read faster in one go than series by series.
  const plain: WantedMarket = { ...wholeMarket(work.source), highsAndLows: "all" };
  const account = accountOf(work);
  const read = parseStrategy(account?.strategy ?? {});
  if (!account || !read.ok || !hasOwnCode(read.value))
    return markets.on(plain, ({ market }) => doOnMarket(work, market));
  const strategy = await markets.on(plain, ({ market }) =>
    ok(withPeriod(read.value, market, account.begins)),
  );
  if (!strategy.ok) return strategy;
  return markets.on({ ...plain, strategies: [strategy.value] }, async (worked) => {
    const done = doOnMarket(work, worked.market);
    return done.ok ? checked(work, done.value, worked) : done;
  });
}

/** Whose rules are asked; null where none are. */
function accountOf(work: OnMarket): NewDeployment | PackedDeployment | null {
  switch (work.type) {
    case "begin":
      return work.plan;
    case "append":
    case "replay":
      return work.deployment;
    case "sessions":
    case "yardsticks":
      return null;
  }
}

/** The same, where no entry hangs on a number that looks at later bars. */
async function checked(
  work: OnMarket,
  answer: DeployAnswer,
  { ownCode }: WorkedMarket,
): Promise<Result<DeployAnswer>> {
  if (answer.type !== "appended" || work.type !== "append" || !ownCode) return ok(answer);
  const ledger = [...entriesIn([...work.deployment.ledger, ...answer.entries])].flat();
  const found = await ownCode.checkGains(gainsOf({ ledger }));
  return found.ok ? ok(answer) : found;
}
