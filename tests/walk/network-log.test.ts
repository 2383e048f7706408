/** The browser's own log of its network, through a visit of every kind of page: no host but the app's own. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import { expect, inject, it } from "vitest";
import { z } from "zod";
import { LAUNCH, openApp } from "#tests/support/app-page.ts";
import { goTo, runSample } from "#tests/support/screens.ts";

/** What is read of the log: a request's address and the origin of the page that asked. The browser asks some itself. */
const logSchema = z.object({
  events: z.array(
    z.object({
      params: z.object({ url: z.string(), initiator: z.string() }).partial().optional(),
    }),
  ),
});

it("asks no other host, by the browser's own log", async () => {
  const folder = await mkdtemp(join(tmpdir(), "network-log-"));
  const file = join(folder, "log.json");
  const browser = await chromium.launch({
    ...LAUNCH,
    args: [...(LAUNCH.args ?? []), `--log-net-log=${file}`],
  });
  const app = await openApp(browser, "/");
  for (const path of [
    "/runs",
    "/price",
    "/questions",
    "/functions",
    "/api",
    "/contact",
    "/data",
    "/known-files",
    "/settings",
    "/privacy",
    "/about",
  ])
    await goTo(app, path);
  await runSample(app);
  expect(app.troubles).toEqual([]);
  await browser.close();
  const log = logSchema.parse(JSON.parse(await readFile(file, "utf8")));
  await rm(folder, { recursive: true });
  const own = new URL(inject("appUrl")).origin;
  const ours = log.events.flatMap(({ params = {} }) =>
    params.url !== undefined && params.initiator === own ? [params.url] : [],
  );
  expect(ours.length).toBeGreaterThan(20);
  expect(ours.filter((url) => new URL(url).origin !== own)).toEqual([]);
});
