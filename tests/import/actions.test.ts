/** Files of corporate actions beside prices: what a plan makes of them, as its stored columns have it. */
import { describe, expect, it } from "vitest";
import { planOf, look, readOnto, readPlan } from "./plan-support.ts";
import { wholeAsParts } from "#workers/market/whole-parts.ts";
import type { ActionFault } from "#workers/model/import-plan.ts";
import type { Market } from "#workers/model/market.ts";

/** One for one of TCS on 3 January, and a dividend of 2 on the 5th: 1 - 2 / 50 = 0.96. */
const PRICES = `symbol,date,open,high,low,close,volume
TCS,2024-01-01,98,99,97,98,10
TCS,2024-01-02,98,101,98,100,10
TCS,2024-01-03,50,51,49,50,20
TCS,2024-01-04,50,51,49,50,20
TCS,2024-01-05,48,49,47,48,20
INFY,2024-01-01,10,10,10,10,5
INFY,2024-01-02,11,11,11,11,5
`;
const ADJUSTED = [98 * 0.48, 100 * 0.48, 48, 48, 48];
const NSE = `"SYMBOL","COMPANY NAME","SERIES","PURPOSE","FACE VALUE","EX-DATE","RECORD DATE"
"TCS","Tata Consultancy","EQ","Bonus 1:1","1","03-Jan-2024","03-Jan-2024"
"TCS","Tata Consultancy","EQ","Interim Dividend - Rs 1.50 Per Share/Special Dividend - Rs 0.50 Per Share","1","05-Jan-2024","-"
"TCS","Tata Consultancy","EQ","Annual General Meeting","1","05-Jan-2024","-"
"GONE","Gone Ltd","EQ","Dividend - Rs 5 Per Share","10","05-Jan-2024","-"
`;

function adjustedOf(market: Market, symbol: string): number[] {
  const at = market.instruments.findIndex((one) => one.symbol === symbol);
  return Array.from(
    market.adjClose?.subarray(market.barOffset[at], market.barOffset[at + 1]) ?? [],
    (close) => Number(close.toFixed(9)),
  );
}

const rounded = ADJUSTED.map((close) => Number(close.toFixed(9)));

function shortly({ symbol, date, place, what }: ActionFault): string {
  return `${place} ${symbol} ${date} ${what}`;
}

describe("corporate actions beside prices", () => {
  it.each([
    ["NSE's", { "CF-CA-equities.csv": NSE }],
    [
      "BSE's, by the short name",
      {
        "Corporate_Actions.csv": `Security Code,Security Name,Company Name,Ex Date,Purpose,Record Date
532540,TCS,Tata Consultancy,03 Jan 2024,Bonus issue 1:1,03 Jan 2024
532540,TCS,Tata Consultancy,05 Jan 2024,Interim Dividend - Rs. - 2.0000,-
`,
      },
    ],
    [
      "Yahoo's, one file each",
      {
        "TCS.NS_dividends.csv": "Date,Dividends\n2024-01-05,2\n",
        "TCS.NS_splits.csv": "Date,Stock Splits\n2024-01-03,2:1\n",
      },
    ],
    [
      "yfinance's",
      {
        "TCS_actions.csv":
          "Date,Dividends,Stock Splits\n2024-01-03 00:00:00+05:30,0.0,2.0\n2024-01-05 00:00:00+05:30,2.0,0.0\n",
      },
    ],
    [
      "a row each",
      { "actions.csv": "symbol,date,kind,value\nTCS,2024-01-05,dividend,2\nTCS,2024-01-03,bonus,1:1\n" },
    ],
  ])("give adjusted closes: %s", async (_, files) => {
    const { market, files: checked } = await readPlan(planOf({ "prices.csv": PRICES, ...files }));
    expect(checked.map(({ check }) => check.verdict)).not.toContain("refuse");
    expect(adjustedOf(market, "TCS")).toEqual(rounded);
    expect(adjustedOf(market, "INFY")).toEqual([NaN, NaN]);
    expect([...market.close.subarray(2, 4)]).toEqual([98, 100]);
    expect([...market.volume.subarray(2, 5)]).toEqual([10, 10, 20]);
    expect(market.facts?.map(({ name }) => name)).toContain("action.split");
  });

  it("say what they came to, and list what has no prices", async () => {
    const { actions, files, splits } = await look(planOf({ "prices.csv": PRICES, "ca.csv": NSE }));
    expect(files.find(({ file }) => file === "ca.csv")).toMatchObject({
      kind: "actions",
      verdict: "ok",
      format: "NSE corporate actions",
      message: "1 bonus, 3 dividends of 2 instruments, ex-dates from 2024-01-03 to 2024-01-05.",
    });
    expect(actions?.sentences).toEqual([
      "1 of 2 instruments gets adjusted closes, from 1 split or bonus and 1 day with a dividend; prices and volumes stay as they are in the files.",
      "1 instrument has no action in the files and no adjusted closes: a run on adjusted prices takes theirs as traded.",
      "1 symbol with actions has no prices here: GONE.",
    ]);
    expect(actions?.faults).toEqual([]);
    expect(splits.splits).toMatchObject([{ symbol: "TCS", date: "2024-01-03", isConfirmed: true }]);
  });

  it("do not apply a split that the prices have in them already", async () => {
    const adjusted = PRICES.replace("98,99,97,98,10", "49,50,48,49,20").replace(
      "98,101,98,100,10",
      "49,51,49,50,20",
    );
    const plan = planOf({ "prices.csv": adjusted, "ca.csv": NSE });
    const { market } = await readPlan(plan);
    expect(adjustedOf(market, "TCS")).toEqual([49 * 0.96, 48, 48, 48, 48]);
    expect((await look(plan)).actions?.sentences[1]).toBe(
      "1 split or bonus is in the prices already, which do not jump there: not applied a second time.",
    );
  });

  it.each([
    { fall: 0, isTold: true },
    { fall: 2, isTold: false },
  ])(
    "doubt dividends that all prices together do not fall by: $fall of 2 on 50 ex-dates of as many instruments",
    async ({ fall, isTold }) => {
      // Opens lie 1 % below, at and above the close before by turns; 2 % are paid on the eleventh bar.
      const symbols = Array.from({ length: 50 }, (_, at) => `S${at}`);
      const days = Array.from({ length: 20 }, (_, at) => `2024-01-${String(at + 2).padStart(2, "0")}`);
      const bars = symbols.flatMap((symbol) =>
        days.map((day, at) => {
          const level = at < 10 ? 100 : 100 - fall;
          const open = level * (1 + ((at % 3) - 1) / 100);
          return `${symbol},${day},${open},103,90,${level}`;
        }),
      );
      const paid = symbols.map((symbol) => `${symbol},2024-01-12,dividend,2`);
      const files = {
        "p.csv": `symbol,date,open,high,low,close\n${bars.join("\n")}\n`,
        "a.csv": `symbol,date,kind,value\n${paid.join("\n")}\n`,
      };
      const { actions } = await look(planOf(files));
      const told = actions?.sentences.filter((one) => one.includes("adjusted for dividends already"));
      expect(told).toHaveLength(isTold ? 1 : 0);
    },
  );

  it("keep adjusted closes that the files have", async () => {
    const own = PRICES.replace(/volume\n/, "volume,adjClose\n").replaceAll(/^(TCS.*)$/gm, "$1,7");
    const plan = planOf({ "prices.csv": own, "ca.csv": NSE });
    expect(adjustedOf((await readPlan(plan)).market, "TCS")).toEqual([7, 7, 7, 7, 7]);
    expect((await look(plan)).actions?.sentences[1]).toBe(
      "Adjusted closes that the files have stay as they are, and actions are not applied to them: TCS.",
    );
  });

  it("take neither of two that contradict each other, and say both places", async () => {
    const header = "symbol,date,kind,value\n";
    const inOne = await look(
      planOf({ "p.csv": PRICES, "a.csv": `${header}TCS,2024-01-03,split,2:1\nTCS,2024-01-03,split,5:1\n` }),
    );
    expect(inOne.actions?.faults.map(shortly)).toEqual(["a.csv:3 TCS 2024-01-03 split 5:1"]);
    expect(inOne.actions?.faults[0]?.reason).toMatch(/^a\.csv:2 says 2:1\. Neither is taken/);
    const two = {
      "a.csv": `${header}TCS,2024-01-05,dividend,2\n`,
      "b.csv": `${header}TCS,2024-01-05,dividend,3\n`,
    };
    const inTwo = await look(planOf({ "p.csv": PRICES, ...two }));
    expect(inTwo.actions?.faults.map(shortly)).toEqual(["b.csv:2 TCS 2024-01-05 dividend 3"]);
    expect(inTwo.actions?.sentences[0]).toMatch(/^0 of 2 instruments get adjusted closes/);
  });

  it("count once what two files and vendors say alike", async () => {
    const yahoo = { "TCS.csv": "Date,Dividends,Stock Splits\n2024-01-03,0,2\n2024-01-05,2,0\n" };
    const { market, actions } = await readPlan(planOf({ "p.csv": PRICES, "ca.csv": NSE, ...yahoo }));
    expect(adjustedOf(market, "TCS")).toEqual(rounded);
    expect(actions?.sentences.at(-1)).toBe("1 row repeats an earlier one and counts once.");
  });

  it("name an action that the prices contradict", async () => {
    const wrong = NSE.replace("Bonus 1:1", "Bonus 9:1");
    const { actions } = await look(planOf({ "p.csv": PRICES, "ca.csv": wrong }));
    expect(actions?.faults.map(shortly)).toEqual(["ca.csv:2 TCS 2024-01-03 split 10:1"]);
    expect(actions?.faults[0]?.reason).toMatch(
      /^The price goes from 1 to 0\.50 that night, and neither 0\.10/,
    );
  });

  it("name a split that the prices do not show, where they show others", async () => {
    const two = `${NSE}"TCS","Tata Consultancy","EQ","Bonus 4:1","1","04-Jan-2024","-"\n`;
    const { actions } = await look(planOf({ "p.csv": PRICES, "ca.csv": two }));
    expect(actions?.faults.map(shortly)).toEqual(["ca.csv:6 TCS 2024-01-04 split 5:1"]);
    expect(actions?.faults[0]?.reason).toMatch(
      /^The price does not jump that night, although it does at other/,
    );
  });

  it("stay with the dataset: days that come later are adjusted with what was there", async () => {
    const { market } = await readPlan(planOf({ "p.csv": PRICES, "ca.csv": NSE }));
    const more = "symbol,date,kind,value\nTCS,2024-01-08,split,4:1\n";
    const days = "symbol,date,close\nTCS,2024-01-08,12.5\nTCS,2024-01-09,13\n";
    const added = await readOnto(
      planOf({ "q.csv": days, "more.csv": more }, { addTo: "columns" }),
      wholeAsParts(market),
    );
    expect(adjustedOf(added.market, "TCS")).toEqual([...ADJUSTED.map((one) => one / 4), 12.5, 13]);
    const onlyDays = await readOnto(planOf({ "q.csv": days }, { addTo: "columns" }), wholeAsParts(market));
    expect(adjustedOf(onlyDays.market, "TCS")).toEqual([...rounded, 12.5, 13]);
    expect(onlyDays.dryRun.splits.splits.map(({ date, isConfirmed }) => [date, isConfirmed])).toEqual([
      ["2024-01-03", true],
      ["2024-01-08", false],
    ]);
  });

  it("go with the facts of a dataset, and their adjusted closes too", async () => {
    const { market } = await readPlan(planOf({ "p.csv": PRICES, "ca.csv": NSE }));
    const plan = planOf({}, { addTo: "columns", dropsFacts: true });
    const { market: after } = await readOnto(plan, wholeAsParts(market));
    expect(after.adjClose).toBeNull();
    expect(after.facts ?? []).toEqual([]);
    expect([...after.close]).toEqual([...market.close]);
  });

  it("may have their header among the rows, and a footer or a total below", async () => {
    const file = "symbol,date,kind,value\nTCS,2024-01-03,bonus,1:1\n";
    const twice = `${file}symbol,date,kind,value\nTCS,2024-01-05,dividend,2\nTotal,,,\nSource: exchange\n`;
    const { market } = await readPlan(planOf({ "prices.csv": PRICES, "actions.csv": twice }));
    expect(adjustedOf(market, "TCS")).toEqual(rounded);
  });

  it("ask for what nothing says, and refuse what can't be", async () => {
    const files = {
      "dividends.csv": "Date,Dividends\n2024-01-25,2\n",
      "AA.csv": "Date,Dividends\n05/01/2024,2\n06/02/2024,2\n",
      "kinds.csv": "symbol,date,kind,value\nAA,2024-01-05,spinoff,2\n",
      "days.csv": "symbol,date,kind,value\nAA,2024-13-05,dividend,2\n",
      "none.csv": "SYMBOL,PURPOSE,EX-DATE\nAA,Annual General Meeting,05-Jan-2024\n",
    };
    const { files: checked } = await look(planOf(files));
    expect(checked.map(({ file, verdict, questions }) => [file, verdict, questions[0]?.about])).toEqual([
      ["AA.csv", "ask", "date-order"],
      ["days.csv", "refuse", undefined],
      ["dividends.csv", "ask", "symbol"],
      ["kinds.csv", "refuse", undefined],
      ["none.csv", "refuse", undefined],
    ]);
    expect(checked[3]?.message).toMatch(
      /kinds\.csv:2: the kind is "spinoff"; write split, bonus or dividend/,
    );
    expect(checked[4]?.message).toBe("no split, bonus or dividend in it");
  });
});

describe("a total-return index", () => {
  const header = "Index Name,Date,Total Returns Index,NTR_Value\n";
  const rows = ["02 Jan 2024", "03 Jan 2024", "04 Jan 2024"].map(
    (day, at) => `NIFTY 50,${day},${2500 + at},1`,
  );
  const prices = "Index Name,Date,Close\nNIFTY 50,2024-01-02,21000\nNIFTY 50,2024-01-03,21100\n";

  it("stands beside its index of prices, under a name that says what it is", async () => {
    const files = { "tr.csv": `${header}${rows.join("\n")}\n`, "nifty.csv": prices };
    const { market, files: checked } = await readPlan(planOf(files));
    expect(market.instruments.map(({ symbol }) => symbol)).toEqual(["NIFTY 50", "NIFTY 50 TRI"]);
    expect([...market.close]).toEqual([21000, 21100, 2500, 2501, 2502]);
    const own = checked.find(({ check }) => check.file === "tr.csv")?.check;
    expect(own?.warnings).toContain(
      "A total-return index: it is stored as NIFTY 50 TRI, beside the index of prices.",
    );
  });
});

/** As yfinance's history() has them: 400 sessions from 2022 on, a dividend of 1 every 40, of a price about 50. */
function historyOf({
  falls,
  dividends,
  columns = "",
}: {
  falls: number;
  dividends: number;
  columns?: string;
}): string {
  const start = Date.UTC(2022, 0, 3) / 86_400_000;
  let close = 50;
  const rows = Array.from({ length: 400 }, (_, at) => {
    const paid = at > 0 && at % 40 === 0 && at / 40 <= dividends ? 1 : 0;
    const night = [0, 0.012, -0.012, 0.006, -0.006][at % 5] ?? 0;
    const open = close * (1 + night) - paid * falls;
    close = open * (1 - night) * (paid > 0 && falls > 0 ? 1.02 : 1);
    const [high, low] = [Math.max(open, close) + 0.1, Math.min(open, close) - 0.1];
    const day = new Date((start + at) * 86_400_000).toISOString().slice(0, 10);
    const cells = [open, high, low, close].map((price) => price.toFixed(6));
    return `${day} 00:00:00-05:00,${cells.join(",")},1000${columns === "" ? "" : `,${cells[3] ?? ""}`},${paid.toFixed(1)},0.0\n`;
  });
  return `Date,Open,High,Low,Close,Volume${columns},Dividends,Stock Splits\n${rows.join("")}`;
}

describe("dividends beside prices in one file", () => {
  it("give adjusted closes where the prices fall by them", async () => {
    const { market, actions, notes } = await readPlan(
      planOf({ "AAPL.csv": historyOf({ falls: 1, dividends: 9 }) }),
    );
    const [close = NaN, adjusted = NaN] = [market.close[39], market.adjClose?.[39]];
    // Before the ninth dividend only the later ones count: all of nine.
    expect(adjusted / close).toBeLessThan(0.98 ** 8);
    expect(market.adjClose?.at(-1)).toBe(market.close.at(-1));
    expect(actions?.sentences[0]).toContain("from 9 days with dividends");
    expect(notes[0]?.warnings).toContain(actions?.sentences[0]);
    expect(market.facts?.map(({ name }) => name)).toContain("action.dividendAdjusted");
  });

  it("are the same as those of a file of actions", async () => {
    const together = historyOf({ falls: 1, dividends: 9 });
    const lines = together
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(","));
    const prices = lines.map((cells) => cells.slice(0, 6).join(",")).join("\n");
    const paid = lines.map(([day = "", , , , , , dividend = ""]) => `${day},${dividend}`).join("\n");
    const apart = await readPlan(
      planOf({
        "AAPL.csv": `Date,Open,High,Low,Close,Volume\n${prices}\n`,
        "AAPL_dividends.csv": `Date,Dividends\n${paid}\n`,
      }),
    );
    const one = await readPlan(planOf({ "AAPL.csv": together }));
    const both = await readPlan(
      planOf({ "AAPL.csv": together, "AAPL_dividends.csv": `Date,Dividends\n${paid}\n` }),
    );
    expect(one.market.adjClose).toEqual(apart.market.adjClose);
    expect(both.market.adjClose).toEqual(apart.market.adjClose);
  });

  it.each([
    { dividends: 9, told: "9 dividends are in the prices already" },
    { dividends: 1, told: "1 dividend beside prices is not applied" },
  ])("are not taken twice where prices do not fall by them: $dividends", async ({ dividends, told }) => {
    const { market, actions } = await readPlan(planOf({ "AAPL.csv": historyOf({ falls: 0, dividends }) }));
    expect(market.adjClose).toBeNull();
    expect(market.facts ?? []).toEqual([]);
    expect(actions?.sentences.join("\n")).toContain(told);
  });

  it("leave adjusted closes of the file as they are", async () => {
    const text = historyOf({ falls: 1, dividends: 9, columns: ",Adj Close" });
    const { market, actions } = await readPlan(planOf({ "AAPL.csv": text }));
    expect([market.adjClose?.[0], actions]).toEqual([market.close[0], null]);
  });
});
