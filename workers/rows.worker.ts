/** Reads for an import on a thread of its own: requests come in copied, results go out with their columns moved. */
import { expose, transfer } from "comlink";
import { checkElsewhere } from "./import/plan/checked-copy.ts";
import { createPartReader } from "./import/rows/part-rows.ts";
import { buffersOf } from "./import/rows/row-copy.ts";
import type { RowsApi } from "./import/plan/open-threads.ts";

const readPart = createPartReader();

const api: RowsApi = {
  async readPart(request) {
    const answer = await readPart(request);
    return typeof answer === "string" ? answer : transfer(answer, [...buffersOf(answer), answer.spent]);
  },

  async checkFile(request) {
    const answer = await checkElsewhere(request);
    return typeof answer === "string" || !answer.rows ? answer : transfer(answer, buffersOf(answer.rows));
  },
};

expose(api);
