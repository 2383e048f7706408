/** The walk over every control of some routes, as the tests of a file. */
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, openApp } from "./app-page.ts";
import type { AppPage } from "./app-page.ts";
import { describeControl, findControls, locateControl, tryControl } from "./control-walk.ts";
import type { ControlElement, FoundControl } from "./control-walk.ts";
import { settled } from "./settled.ts";
import { makeIds, openRoute, pathOf } from "./routes.ts";
import type { Ids, Route } from "./routes.ts";

/** The header, banner and footer are one component each: used on two pages, and compared on the others. */
const FRAME_IS_USED_ON = new Set(["landing", "strategy list"]);
/** What they list is looked for again after a deletion, in a profile that has only what every profile begins with. */
const LISTS = new Set(["strategy list", "runs"]);
/** A revealed control may go by itself, as a run's Cancel does; one that the page shows at first may not. */
const GONE = " is gone or covered";
/** What a control reveals is used as well, and what that reveals. */
const DEEPEST = 3;
/** The header's line on the early version doesn't come back once it was closed. */
const CLOSED_FOR_GOOD = "button Close this line";
/** What menus and lists of the builder reveal is of parts that its steps have in common: each is used in the first of them. */
const revealedInBuilder = new Set<string>();
const WHOLE_PAGE_MS = 600_000; // a result has 335 controls
/** How long a control of a fresh page may be covered, e.g. by something that fades. */
const FRESH_MS = 2500;
/** The same where the profile is new as well, and the prices are read again before anything is counted. */
const NEW_MS = 20_000;

let browser: Browser;
let app: AppPage;
let ids: Ids;
let frame: readonly string[];

/** Routes with many controls alike are left out. */
export function walkEveryControl(routes: readonly Route[]): void {
  const walked = routes.filter(({ hasManyAlike }) => hasManyAlike !== true);
  beforeAll(async () => {
    browser = await launchBrowser();
    await renewProfile();
    await openRoute(app, { name: "any page", at: "/strategy" }, ids);
    frame = await frameControls();
  });
  afterAll(() => browser.close());

  describe.each(walked.map((route) => [route.name, route] as const))(
    "every control on: %s",
    (name, route) => {
      it("does something", { timeout: WHOLE_PAGE_MS, retry: 2 }, async ({ task }) => {
        // The builder's drafts keep what was typed before, and the lists what the controls of other pages made.
        const isOfProfile = route.part === "builder" || LISTS.has(name);
        if ((task.result?.retryCount ?? 0) > 0 || isOfProfile) await renewProfile();
        const dead: string[] = [];
        const stack = await firstPaths(route);
        const known = route.part === "builder" ? revealedInBuilder : new Set<string>();
        for (const [control] of stack) known.add(nameOf(control));
        let used = 0;
        for (let path = stack.shift(); path; path = stack.shift()) {
          const effect = await tryPath(route, path);
          used += 1;
          if (effect === null || (effect === GONE && path.length === 1))
            dead.push(`${path.map(describeControl).join(" > ")}${effect ?? ""}`);
          if (effect !== "a changed page" || path.length === DEEPEST) continue;
          await settled(app.page); // what is pressed may lead away a moment later
          if (!isOn(route)) continue;
          const revealed = (await findControls(app.page)).filter((control) => isNew(control, known));
          for (const control of revealed.toReversed()) stack.unshift([...path, control]);
        }
        process.stdout.write(`    ${name}: ${used} controls used\n`);
        expect(dead.join("; ")).toBe("");
        expect(app.troubles.filter((trouble) => /Content Security Policy|Trusted/.test(trouble))).toEqual([]);
        expect(used).toBeGreaterThan(0);
      });

      // On the site's pages the header's two rows change places.
      it.skipIf(name === "landing")("stands in the same frame as the strategy list", async () => {
        await openRoute(app, route, ids);
        expect(await frameControls()).toEqual(frame);
      });
    },
  );
}

function isNew(control: FoundControl, known: Set<string>): boolean {
  if (control.isIdle || control.isFrame || known.has(nameOf(control))) return false;
  known.add(nameOf(control));
  return true;
}

type Path = readonly [FoundControl, ...FoundControl[]];

/** A path of one control each for what the page shows at first. */
async function firstPaths(route: Route): Promise<Path[]> {
  await openRoute(app, route, ids);
  const controls = await findControls(app.page);
  return controls
    .filter(({ isIdle }) => !isIdle)
    .filter(({ isFrame }) => !isFrame || FRAME_IS_USED_ON.has(route.name))
    .map((control) => [control] as const);
}

/**
 * Uses the last control of a path: on the page as the control before left it where that still has it, else on a fresh
 * one after the others of the path. @returns what it did, GONE, or null
 */
async function tryPath(route: Route, path: Path): Promise<string | null> {
  const last = path.at(-1) ?? path[0];
  if (!isOn(route)) await app.page.goBack();
  const found = isOn(route) ? await locateControl(app.page, last) : null;
  const answer = found ? await tryFound(found, last) : GONE;
  if (answer !== GONE) return answer;
  if (isOn(route) && path.length > 1) {
    const effect = await walkOn(path); // a menu that has closed opens again
    if (effect !== null && effect !== GONE) return effect;
  }
  const effect = await walkAfresh(route, path);
  if (effect !== GONE || path.length > 1) return effect;
  await renewProfile(); // an earlier control deleted what this one belongs to
  return walkAfresh(route, path, NEW_MS);
}

/** A link to a part of the page stays on it. */
function isOn(route: Route): boolean {
  return withoutPart(app.page.url()) === withoutPart(app.url(pathOf(route, ids)));
}

function withoutPart(address: string): string {
  return address.replace(/#.*$/, "");
}

async function walkAfresh(route: Route, path: Path, patienceMs = FRESH_MS): Promise<string | null> {
  await openRoute(app, route, ids);
  return walkOn(path, patienceMs);
}

/** Uses the controls of the path on the page as it is. */
async function walkOn(path: Path, patienceMs = FRESH_MS): Promise<string | null> {
  let effect: string | null = null;
  for (const control of path) {
    const found = await locateControl(app.page, control, patienceMs);
    if (!found) return GONE;
    effect = await tryFound(found, control);
    if (effect === GONE) return GONE;
  }
  return effect;
}

/** @returns what it did, null for nothing, or GONE where the page took it away before it could be used */
async function tryFound(found: ControlElement, { role }: FoundControl): Promise<string | null> {
  const effect = await tryControl(app.page, found, role).catch((error: unknown) => error);
  if (typeof effect === "string" || effect === null) return effect;
  const isThere = await found.evaluate((node) => node.isConnected).catch(() => false);
  if (isThere) throw effect;
  return GONE;
}

async function renewProfile(): Promise<void> {
  await app?.context.close();
  app = await openApp(browser, "/contact");
  app.page.on("dialog", (dialog) => void dialog.accept().catch(() => undefined));
  await app.context.route(/^https?:\/\/(?!localhost)/, (request) => request.abort());
  ids = await makeIds(app);
}

async function frameControls(): Promise<readonly string[]> {
  const controls = await findControls(app.page);
  return controls
    .filter(({ isFrame }) => isFrame)
    .map(nameOf)
    .filter((name) => name !== CLOSED_FOR_GOOD)
    .map((name) => name.replace(/^button (Dark|Light) theme$/, "button Theme")) // the walk changes it
    .toSorted();
}

function nameOf({ role, name }: FoundControl): string {
  return `${role} ${name}`;
}
