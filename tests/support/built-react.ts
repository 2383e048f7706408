/**
 * First set-up of `dom`: React as people get it, for three quarters of the time of the one for development. What the testing
 * library asks of that one (`act`: all that a change leads to is on the page) is a synchronous update here.
 */
import { createRequire } from "node:module";

process.env["NODE_ENV"] = "production"; // read when React is, which is read once a thread
const require = createRequire(import.meta.url);

/** React's own turns go by it; before a test puts clocks of its own in its place. */
const nextTurn = setImmediate;

function act(work: () => unknown): unknown {
  const { flushSync }: { flushSync: (update: () => void) => void } = require("react-dom");
  let result: unknown;
  flushSync(() => {
    result = work();
  });
  return result instanceof Promise ? afterTwoTurns(result) : result;
}

/** Of a promise that leads to a change: one turn draws it, one has its effects. */
async function afterTwoTurns(result: Promise<unknown>): Promise<unknown> {
  const value = await result;
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => nextTurn(resolve));
  return value;
}

type MakeElement = (type: unknown, props: unknown, key: unknown) => unknown;
/** What Vite's server compiles elements to. */
function makeElement(type: unknown, props: unknown, key: unknown, hasFixedChildren: boolean): unknown {
  const { jsx, jsxs }: Readonly<Record<"jsx" | "jsxs", MakeElement>> = require("react/jsx-runtime");
  return (hasFixedChildren ? jsxs : jsx)(type, props, key);
}

/** A page is drawn in one turn, and not a piece each five milliseconds: on a busy machine a piece is next to nothing. */
const requireAsReact = createRequire(require.resolve("react-dom"));
const scheduler: { unstable_forceFrameRate: (perSecond: number) => void } = requireAsReact("scheduler");
scheduler.unstable_forceFrameRate(1);

Object.assign(require("react"), { act });
Object.assign(require("react/jsx-dev-runtime"), { jsxDEV: makeElement });
