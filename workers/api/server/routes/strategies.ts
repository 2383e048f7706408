/** What is wrong with a strategy, and what it says. */
import { checkWhole } from "../../check-strategy.ts";
import { checkAnswer, checkBody, refusals } from "../schemas.ts";
import type { App } from "../reply.ts";
import type { Services } from "../services.ts";
import { strategyWords } from "../words.ts";

export function addStrategyRoutes(app: App, { datasets, keys }: Services): void {
  app.post(
    "/v1/strategies/check",
    {
      schema: {
        operationId: "checkStrategy",
        summary: "Everything that is wrong with a strategy",
        body: checkBody,
        response: { 200: checkAnswer, ...refusals },
      },
    },
    async (request, reply) => {
      const { strategy, dataset } = request.body;
      const outlineNow = () => (dataset === undefined ? null : datasets.ready(dataset).outline);
      return keys.once({
        request,
        reply,
        async act() {
          outlineNow(); // a refusal keeps no key
          return "";
        },
        async tell() {
          const checked = checkWhole(strategy, outlineNow());
          return reply.send({
            problems: checked.ok ? [] : [...checked.problems],
            words: strategyWords(strategy),
          });
        },
      });
    },
  );
}
