import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { createJobProgress } from "#workers/host/job-progress.ts";
import type { StageShares } from "#workers/host/job-progress.ts";
import type { Progress, Stage } from "#workers/model/protocol.ts";

const SHARES: StageShares = [
  ["reading", 60],
  ["simulating", 40],
];

/** A job whose clock the test moves, and everything that it sent. */
function startJob() {
  const clock = { ms: 0 };
  const sent: Progress[] = [];
  const job = createJobProgress(
    SHARES,
    () => clock.ms,
    (progress) => sent.push(progress),
  );
  return { clock, sent, job };
}

describe("percent", () => {
  it.each([
    { stage: "starting", fraction: 0, percent: 0 },
    { stage: "reading", fraction: 0.5, percent: 30 },
    { stage: "reading", fraction: 1, percent: 60 },
    { stage: "simulating", fraction: 0.25, percent: 70 },
    { stage: "simulating", fraction: 1, percent: 100 },
    { stage: "simulating", fraction: 1.5, percent: 100 },
    { stage: "reading", fraction: -1, percent: 0 },
    { stage: "reading", fraction: Number.NaN, percent: 0 },
  ] as const)("is $percent when $fraction of $stage is done", ({ stage, fraction, percent }) => {
    const { job, sent } = startJob();
    job.tell(stage, fraction);
    expect(sent[0]?.percent).toBe(percent);
  });

  const anyTelling = fc.record({
    stage: fc.constantFrom<Stage>("starting", "reading", "simulating", "measuring"),
    fraction: fc.double({ min: -1, max: 2 }),
    wait: fc.integer({ min: 0, max: 400 }),
  });

  test.prop([fc.array(anyTelling)])(
    "never falls and stays within 0 and 100, whatever is told",
    (tellings) => {
      const { job, sent, clock } = startJob();
      for (const { stage, fraction, wait } of tellings) {
        clock.ms += wait;
        job.tell(stage, fraction);
      }
      job.end();
      const percents = sent.map(({ percent }) => percent);
      expect(percents).toEqual(percents.toSorted((a, b) => a - b));
      expect(percents.every((percent) => percent >= 0 && percent <= 100)).toBe(true);
    },
  );

  test.prop([fc.array(anyTelling)])(
    "is told at most 20 times a second within a stage, whatever is told",
    (tellings) => {
      const clock = { ms: 0 };
      const times: number[] = [];
      const job = createJobProgress(
        SHARES,
        () => clock.ms,
        () => times.push(clock.ms),
      );
      for (const { fraction, wait } of tellings) {
        clock.ms += wait;
        job.tell("simulating", fraction);
      }
      const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
      expect(gaps.every((gap) => gap >= 50)).toBe(true);
    },
  );
});

describe("what is sent", () => {
  it("is every 50 ms one message, when there are more", () => {
    const { job, sent, clock } = startJob();
    for (clock.ms = 0; clock.ms < 1000; clock.ms += 10) job.tell("reading", clock.ms / 1000);
    expect(sent).toHaveLength(20);
  });

  it("includes the last of a stage before the first of the next", () => {
    const { job, sent } = startJob();
    job.tell("reading", 0);
    job.tell("reading", 0.5, { rows: 5 });
    job.tell("reading", 1, { rows: 10 });
    job.tell("simulating", 0);
    expect(sent.map(({ stage, rows }) => [stage, rows])).toEqual([
      ["reading", 0],
      ["reading", 10],
      ["simulating", 10],
    ]);
  });

  it("includes the very last when the job ends, once", () => {
    const { job, sent } = startJob();
    job.tell("simulating", 0);
    job.tell("simulating", 1, { date: "2020-01-03", positions: 4 });
    job.end();
    job.end();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toMatchObject({ percent: 100, date: "2020-01-03", positions: 4 });
  });

  it("keeps what was told before", () => {
    const { job, sent } = startJob();
    job.tell("reading", 1, { bytesRead: 7, bytesTotal: 9, rows: 3 });
    job.tell("simulating", 0, { date: "2020-01-01" });
    expect(sent[1]).toMatchObject({ bytesRead: 7, bytesTotal: 9, rows: 3, date: "2020-01-01" });
  });
});

describe("the time left", () => {
  it("follows from the time that the part so far took", () => {
    const { job, sent, clock } = startJob();
    clock.ms = 3000;
    job.tell("reading", 0.5);
    expect(sent[0]?.secondsLeft).toBe(7); // 30 % took 3 s, so 70 % take 7 s
  });

  it("is not guessed in the first second or in the first percents", () => {
    const { job, sent, clock } = startJob();
    clock.ms = 900;
    job.tell("reading", 0.5);
    expect(sent[0]?.secondsLeft).toBeNull();

    const slow = startJob();
    slow.clock.ms = 60_000;
    slow.job.tell("reading", 0.01);
    expect(slow.sent[0]?.secondsLeft).toBeNull();
  });
});
