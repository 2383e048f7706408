import { beforeEach, describe, expect, it } from "vitest";
import { addLiveRun, removeLiveRun, updateLiveRun, useRunStore } from "#src/run/run-store.ts";
import { joinTabs } from "#src/run/run-tabs.ts";
import type { TabsChannel } from "#src/run/run-tabs.ts";

type Message = Parameters<TabsChannel["postMessage"]>[0];

/** This tab's end of the channel: what it said, and a mouth for the other tabs. */
function createChannel() {
  const said: Message[] = [];
  const listeners: Parameters<TabsChannel["addEventListener"]>[1][] = [];
  const channel: TabsChannel = {
    postMessage: (message) => void said.push(message),
    addEventListener: (_type, listen) => void listeners.push(listen),
  };
  return { channel, said, tell: (data: Message) => listeners.forEach((listen) => listen({ data })) };
}

const theirs = {
  runId: "theirs",
  strategyId: "s",
  strategyName: "Momentum",
  state: "queued",
  progress: {
    stage: "starting",
    bytesRead: 0,
    bytesTotal: null,
    rows: 0,
    date: null,
    positions: 0,
    percent: 0,
    secondsLeft: null,
  },
} as const;

beforeEach(() => useRunStore.setState({ runs: {}, elsewhere: {}, unrecorded: {} }));

describe("tabs", () => {
  it("tell each other what becomes of their runs", () => {
    const { channel, said } = createChannel();
    joinTabs(channel, () => false);
    addLiveRun("r", "s", "Momentum");
    updateLiveRun("r", { state: "running" });
    removeLiveRun("r");
    expect(said.map(({ type }) => type)).toEqual(["who", "live", "live", "over"]);
    expect(said[2]).toMatchObject({ run: { runId: "r", state: "running" } });
  });

  it("know of the others' runs until those are over", () => {
    const { channel, tell } = createChannel();
    joinTabs(channel, () => false);
    tell({ type: "live", run: theirs });
    expect(useRunStore.getState().elsewhere).toEqual({ theirs });
    tell({ type: "over", runId: "theirs" });
    expect(useRunStore.getState().elsewhere).toEqual({});
  });

  it("tell a tab that was just opened what is under way", () => {
    addLiveRun("r", "s", "Momentum");
    const { channel, said, tell } = createChannel();
    joinTabs(channel, () => false);
    tell({ type: "who" });
    expect(said.at(-1)).toMatchObject({ type: "live", run: { runId: "r" } });
  });

  it("cancel each other's runs, and their own without a message", () => {
    const { channel, said, tell } = createChannel();
    const cancelled: string[] = [];
    const cancel = joinTabs(channel, (runId) => {
      cancelled.push(runId);
      return runId === "mine";
    });
    cancel("mine");
    expect(said.map(({ type }) => type)).toEqual(["who"]);
    cancel("theirs");
    expect(said.at(-1)).toEqual({ type: "cancel", runId: "theirs" });
    tell({ type: "cancel", runId: "mine" });
    expect(cancelled).toEqual(["mine", "theirs", "mine"]);
  });
});
