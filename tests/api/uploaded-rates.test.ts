/** Files of rates that are sent to the server. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeFolder, removeFolders, startServer, wavesCsv } from "#tests/support/api-server.ts";
import type { Answer, TestServer } from "#tests/support/api-server.ts";

let server: TestServer;

beforeAll(async () => {
  const data = await makeFolder({ "folder/prices.csv": wavesCsv() });
  server = await startServer({ args: ["--data", `${data}/folder`] });
});

afterAll(async () => {
  await server?.stop();
  await removeFolders();
});

const DAYS = Array.from({ length: 20 }, (_, at) => `2024-01-${String(at + 1).padStart(2, "0")},${at - 7}\n`);

function send(name: string, fields: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.append("files", new Blob([`date,value\n${DAYS.join("")}`]), "EURIBOR3M.csv");
  return server.call("POST", `/v1/datasets?name=${name}`, { body: form });
}

it("an upload of rates is stored as such where that is answered, or said of all", async () => {
  const asked = await send("rates");
  expect([asked.status, asked.json.code]).toEqual([422, "questions-open"]);
  const [question] = asked.json.questions;
  expect(question).toMatchObject({
    id: "EURIBOR3M.csv#columns:economy",
    choices: [
      { value: "rate", label: "rates, which nobody trades" },
      { value: "take" },
      { value: "leave out" },
    ],
  });
  const answered = await send("rates", { answers: JSON.stringify({ [question.id]: "rate" }) });
  const said = await send("said", { instrumentType: "RATE" });
  expect([answered.status, said.status, said.json.hash]).toEqual([201, 201, answered.json.hash]);
  const { json } = await server.call("GET", "/v1/datasets/said/instruments");
  expect(json.instruments).toMatchObject([{ symbol: "EURIBOR3M", instrumentType: "RATE", bars: 20 }]);
});
