/**
 * `npm run bench:facts [-- --companies 5000 --years 20 --rounds 3 --runs 15]`: statements of the size of SimFin's, with 60 columns,
 * beside some prices of the same companies: the dry run from bytes to staged columns with their facts, in Node on a disk.
 * Shown are processor time and the most memory that the process had, a new one each round; then what ten facts cost a run of 500 instruments.
 */
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createImportDesk } from "#workers/import/plan/import-desk.ts";
import type { ImportFile, ImportPlan } from "#workers/model/import-plan.ts";
import { formatIsoDay, toEpochDay } from "#workers/model/day.ts";
import { err, ok } from "#workers/model/problem.ts";
import { valueOf } from "../support/value-of.ts";
import { measureRuns } from "./facts-run.ts";
import { diskBytes, openDiskStaging } from "./disk-file.ts";

const ITEMS =
  "Shares (Basic);Shares (Diluted);Revenue;Cost of Revenue;Gross Profit;Operating Expenses;Selling, General & Administrative;Research & Development;Depreciation & Amortization;Operating Income (Loss);Non-Operating Income (Loss);Interest Expense, Net;Pretax Income (Loss), Adj.;Abnormal Gains (Losses);Pretax Income (Loss);Income Tax (Expense) Benefit, Net;Income (Loss) from Continuing Operations;Net Extraordinary Gains (Losses);Net Income;Net Income (Common);Cash, Cash Equivalents & Short Term Investments;Accounts & Notes Receivable;Inventories;Total Current Assets;Property, Plant & Equipment, Net;Long Term Investments & Receivables;Other Long Term Assets;Total Noncurrent Assets;Total Assets;Payables & Accruals;Short Term Debt;Total Current Liabilities;Long Term Debt;Total Noncurrent Liabilities;Total Liabilities;Share Capital & Additional Paid-In Capital;Treasury Stock;Retained Earnings;Total Equity;Total Liabilities & Equity;Net Income/Starting Line;Non-Cash Items;Change in Working Capital;Change in Accounts Receivable;Change in Inventories;Change in Accounts Payable;Change in Other;Net Cash from Operating Activities;Change in Fixed Assets & Intangibles;Net Change in Long Term Investment;Net Cash from Acquisitions & Divestitures;Net Cash from Investing Activities;Dividends Paid;Cash from (Repayment of) Debt;Cash from (Repurchase of) Equity;Net Cash from Financing Activities;Net Change in Cash";
const HEADER = `Ticker;SimFinId;Currency;Fiscal Year;Fiscal Period;Report Date;Publish Date;Restated Date;${ITEMS}\n`;

const { values } = parseArgs({
  options: {
    companies: { type: "string", default: "5000" },
    years: { type: "string", default: "20" },
    rounds: { type: "string", default: "3" },
    runs: { type: "string", default: "15" },
    write: { type: "string" },
    look: { type: "string" },
  },
});
if (values.write !== undefined) writeFiles(values.write);
else if (values.look === undefined) await measure(mkdtempSync(join(tmpdir(), "facts-bench-")));
else await lookOnce(values.look);

async function measure(folder: string): Promise<void> {
  try {
    runApart("--write", folder);
    for (let round = 0; round < Number(values.rounds); round++) runApart("--look", folder);
    if (Number(values.runs) > 0) for (const line of await measureRuns(Number(values.runs))) console.log(line);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** In a process of its own, which has no memory but what it needs: this one may just have built the files that it runs. */
function runApart(option: string, folder: string): void {
  const { status } = spawnSync(process.execPath, [...process.argv.slice(1), option, folder], {
    stdio: "inherit",
  });
  if (status !== 0) throw new Error(`${option} ${folder} has failed`);
}

async function lookOnce(folder: string): Promise<void> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".csv"))
    .map((name): ImportFile => {
      const path = join(folder, name);
      return { name, bytes: diskBytes(path, 0, statSync(path).size) };
    });
  const plan: ImportPlan = {
    id: "statements",
    files,
    answers: new Map(),
    leftOut: new Set(),
    factsAsOf: "",
    addTo: null,
  };
  const desk = createImportDesk(async () => ok(openDiskStaging(folder)));
  const before = process.cpuUsage();
  const started = performance.now();
  const looked = valueOf(
    await desk.check(plan, {
      withBase: async () => err({ code: "data-missing", message: "no dataset gets files here" }),
      onProgress: () => {},
      threads: null,
      onStoring: () => {},
    }),
  );
  const wall = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  await desk.discard();
  const [file] = looked.factFiles;
  const bytes = files.reduce((sum, { bytes: { size } }) => sum + size, 0);
  console.log(
    `${(bytes / 1e6).toFixed(0)} MB, ${file?.rows} rows, ${file?.facts?.names.length} facts, ${file?.facts?.steps} steps: ` +
      `${((user + system) / 1000).toFixed(0)} ms of processor, ${wall.toFixed(0)} ms; most memory ${(process.resourceUsage().maxRSS / 1e3).toFixed(0)} MB`,
  );
}

function writeFiles(folder: string): void {
  const [companies, years] = [Number(values.companies), Number(values.years)];
  const prices = openSync(join(folder, "prices.csv"), "w");
  const statements = openSync(join(folder, "us-statements-quarterly.csv"), "w");
  writeSync(prices, "symbol,date,close\n");
  writeSync(statements, HEADER);
  const columns = ITEMS.split(";").length;
  for (let company = 0; company < companies; company++) {
    const symbol = `C${company}`;
    const lines: string[] = [];
    for (let day = 0; day < 10; day++) lines.push(`${symbol},2024-01-${10 + day},${10 + day}\n`);
    writeSync(prices, lines.join(""));
    const rows: string[] = [];
    for (let quarter = 0; quarter < years * 4; quarter++) {
      const [year, month] = [2004 + Math.floor(quarter / 4), (quarter % 4) * 3 + 3];
      const end = toEpochDay(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1, 1) - 1;
      const figures = Array.from(
        { length: columns },
        (_, at) => (company + 1) * 1000 + quarter * 37 + at * 11 + ((company * 31 + quarter * 17) % 97),
      );
      const published = formatIsoDay(end + 35 + (company % 20));
      rows.push(
        `${symbol};${company};USD;${year};Q${(quarter % 4) + 1};${formatIsoDay(end)};${published};${published};${figures.join(";")}\n`,
      );
    }
    writeSync(statements, rows.join(""));
  }
  closeSync(prices);
  closeSync(statements);
}
