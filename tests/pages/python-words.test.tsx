/** How far Python is with its start, in the words of the pages that wait for it. */
import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { PythonNote } from "#src/code/python-note.tsx";
import { RunProgress } from "#src/pages/results/run-progress.tsx";
import { pythonStore } from "#src/run/python-store.ts";
import type { LiveRun } from "#src/run/run-store.ts";
import { completeRun } from "./complete-run.ts";

const live: LiveRun = {
  runId: "run-1",
  strategyId: "builtin-1",
  strategyName: "By hand",
  state: "running",
  progress: {
    stage: "reading",
    bytesRead: 0,
    bytesTotal: null,
    rows: 0,
    date: null,
    positions: 0,
    percent: 0,
    secondsLeft: null,
  },
};

afterEach(() => pythonStore.setState({ stage: null }));

it.each([
  ["the editor", <PythonNote key="note" />, (words: string) => `${words}…`],
  ["a run's page", <RunProgress key="run" run={completeRun} live={live} />, (words: string) => words],
])("%s says how much of it is loaded, and that it starts", (_, page, shown) => {
  render(page);
  act(() => pythonStore.setState({ stage: { name: "loading", bytes: 3_200_000, bytesTotal: 9_600_000 } }));
  expect(screen.getByText(shown("Loading Python, 3.2 MB of 9.6 MB"))).toBeTruthy();
  act(() => pythonStore.setState({ stage: { name: "starting" } }));
  expect(screen.getByText(shown("Starting Python"))).toBeTruthy();
  act(() => pythonStore.setState({ stage: { name: "ready" } }));
  expect(screen.queryByText(/(Loading|Starting) Python/)).toBeNull();
});
