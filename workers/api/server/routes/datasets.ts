/** Datasets: what is there. */
import { compareSymbols } from "#workers/model/market.ts";
import { pageOf } from "../paging.ts";
import { byId, dataset, datasetList, instrumentList, paging, problem } from "../schemas.ts";
import type { App } from "../reply.ts";
import type { Services } from "../services.ts";

export function addDatasetRoutes(app: App, { datasets }: Services): void {
  app.get(
    "/v1/datasets",
    {
      schema: {
        operationId: "listDatasets",
        summary: "The datasets, by id",
        querystring: paging,
        response: { 200: datasetList, "4xx": problem },
      },
    },
    (request) => {
      const all = datasets.list().toSorted((a, b) => compareSymbols(a.id, b.id));
      const page = pageOf(all, request.query, ({ id }) => id);
      return { datasets: [...page.items], next: page.next };
    },
  );
  app.get(
    "/v1/datasets/:id",
    {
      schema: {
        operationId: "getDataset",
        summary: "One dataset",
        params: byId,
        response: { 200: dataset, "4xx": problem },
      },
    },
    (request) => datasets.get(request.params.id),
  );
  app.get(
    "/v1/datasets/:id/instruments",
    {
      schema: {
        operationId: "listInstruments",
        summary: "A dataset's instruments, by symbol",
        params: byId,
        querystring: paging,
        response: { 200: instrumentList, "4xx": problem, "5xx": problem },
      },
    },
    (request) => {
      datasets.get(request.params.id);
      const { outline } = datasets.ready(request.params.id).outline;
      const rows = outline.instruments.map((instrument, at) => ({ instrument, bars: outline.bars[at] ?? 0 }));
      const page = pageOf(rows, request.query, ({ instrument }) => instrument.symbol);
      return {
        instruments: page.items.map(({ instrument, bars }) => ({
          symbol: instrument.symbol,
          name: instrument.name,
          exchange: instrument.exchange,
          instrumentType: instrument.instrumentType,
          currency: instrument.currency,
          sector: instrument.sector ?? "",
          bars,
        })),
        next: page.next,
      };
    },
  );
}
