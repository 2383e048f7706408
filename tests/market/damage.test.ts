import { expect, it } from "vitest";
import { withDamage } from "#workers/run/damage.ts";
import type { Damage } from "#workers/run/damage.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Warning } from "#workers/model/report.ts";

const known: Warning = { code: "market-cap-missing", message: "No market cap." };
const symbols = Array.from({ length: 14 }, (_, at) => `S${at}`);

it.each<{ title: string; damage: Damage; message: string }>([
  {
    title: "one instrument",
    damage: { damaged: ["A"] },
    message: "The stored prices of 1 instrument are damaged and were left out: A.",
  },
  {
    title: "many instruments",
    damage: { damaged: symbols },
    message:
      "The stored prices of 14 instruments are damaged and were left out: S0, S1, S2, S3, S4, S5, S6, S7, S8, S9, S10, S11 and 2 more.",
  },
  {
    title: "a fact",
    damage: { damaged: [], damagedFacts: ["eps"] },
    message: "1 stored fact is damaged and left out: eps.",
  },
  {
    title: "both",
    damage: { damaged: ["A", "B"], damagedFacts: ["eps", "pe"] },
    message:
      "The stored prices of 2 instruments are damaged and were left out: A, B. 2 stored facts are damaged and left out: eps, pe.",
  },
])("a run tells what is damaged: $title", ({ damage, message }) => {
  const report = withDamage(ok({ warnings: [known] }), damage);
  expect(report).toEqual(ok({ warnings: [known, { code: "prices-damaged", message }] }));
});

it("a whole market adds nothing", () => {
  const report = ok({ warnings: [known] });
  expect(withDamage(report, { damaged: [] })).toEqual(report);
});

it("a rule that names a fact nobody knows is told that one is lost, any other refusal is not", () => {
  const unknown = err({ code: "rules-unknown-name", message: "eps is not known." } as const);
  const lost = { damaged: [], damagedFacts: ["eps"] };
  const refused = withDamage(unknown, lost);
  expect(refused.ok ? "" : refused.problem.message).toBe(
    "eps is not known. 1 stored fact is damaged and left out: eps. Import the files again.",
  );
  expect(withDamage(unknown, { damaged: ["A"] })).toEqual(unknown);
  const other = err({ code: "period-empty", message: "No session." } as const);
  expect(withDamage(other, lost)).toEqual(other);
});
