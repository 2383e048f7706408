/** Mistakes in what is bought and sold, when, and at what cost. */
import { mistake } from "./mistake.ts";
import type { Mutant } from "./mistake.ts";

export const sales: readonly Mutant[] = [
  mistake("the hold is a session too long", "exits.ts", "held < minHoldingDays", "held <= minHoldingDays"),
  mistake(
    "the entry session does not count as held",
    "exits.ts",
    "session + 1 - ledger.entrySession[position]",
    "session - ledger.entrySession[position]",
  ),
  mistake("the stops ignore the hold", "exits.ts", "if (held < minHoldingDays) return NONE;", ""),
  mistake(
    "the trailing stop comes before the stop loss",
    "exits.ts",
    "if (atMost(close, entryPrice * stopFactor)) return STOP_LOSS;",
    `if (atMost(close, ledger.peak[position] * trailFactor)) return TRAILING_STOP;
     if (atMost(close, entryPrice * stopFactor)) return STOP_LOSS;`,
  ),
  mistake(
    "the trailing stop trails the entry price",
    "exits.ts",
    "ledger.peak[position] * trailFactor",
    "entryPrice * trailFactor",
  ),
  mistake(
    "the peak is the highest high",
    "simulate.ts",
    "if (close > ledger.peak[position]) ledger.peak[position] = close;",
    "ledger.peak[position] = Math.max(ledger.peak[position], close, (plan as Plan).market.high[ledger.row[position]]);",
  ),
  mistake(
    "the peak does not rise during the hold",
    "simulate.ts",
    "if (close > ledger.peak[position])",
    `const held = session + 1 - ledger.entrySession[position];
     if (held >= plan.strategy.sell.minHoldingDays && close > ledger.peak[position])`,
  ),
  mistake(
    "the entry price is no peak",
    "ledger.ts",
    "ledger.peak[position] = entry.price;",
    "ledger.peak[position] = 0;",
  ),
  mistake(
    "a delisting is presumed after 21 sessions",
    "simulate.ts",
    "DELISTED_AFTER_SESSIONS = 20",
    "DELISTED_AFTER_SESSIONS = 21",
  ),
  mistake(
    "a delisting is presumed after 19 sessions",
    "simulate.ts",
    "DELISTED_AFTER_SESSIONS = 20",
    "DELISTED_AFTER_SESSIONS = 19",
  ),
  mistake(
    "a pending sale fills at the last close when there is no bar",
    "simulate.ts",
    "ledger.pending[position] === NONE || ledger.barSession[position] !== session",
    "ledger.pending[position] === NONE",
  ),
  mistake(
    "an open position is dated to the last session",
    "measure.ts",
    "isOpen ? ledger.barSession[position] :",
    "isOpen ? plan.lastSession :",
  ),
];

export const buys: readonly Mutant[] = [
  mistake(
    "the slots of pending sales are not free",
    "simulate.ts",
    "maxPositions - ledger.openCount + ledger.pendingCount",
    "maxPositions - ledger.openCount",
  ),
  mistake(
    "the slot's value is that of the cash",
    "simulate.ts",
    "run.slotValue = run.equity[session - plan.firstSession] / maxPositions;",
    "run.slotValue = ledger.cash / Math.max(1, maxPositions - ledger.openCount);",
  ),
  mistake(
    "the slot's value is taken from the equity at the fill",
    "simulate.ts",
    "let quantity = Math.min(slotValue, ledger.cash) / costPerShare;",
    `let equity = ledger.cash;
     for (let at = 0; at < ledger.openCount; at++) {
       equity += ledger.quantity[ledger.open[at]] * ledger.close[ledger.open[at]];
     }
     let quantity = Math.min(equity / plan.strategy.simulation.maxPositions, ledger.cash) / costPerShare;`,
  ),
  mistake(
    "quantities do not forgive rounding",
    "forgive.ts",
    "Math.floor(quantity + TOLERANCE)",
    "Math.floor(quantity)",
  ),
  mistake(
    "a forgiven quantity may overdraw the cash",
    "simulate.ts",
    "if (ledger.cash - quantity * costPerShare < -plan.negligible) quantity--;",
    "",
  ),
  mistake(
    "no overdraft is forgiven",
    "simulate.ts",
    "ledger.cash - quantity * costPerShare < -plan.negligible",
    "ledger.cash - quantity * costPerShare < 0",
  ),
  mistake("dear shares are not counted", "simulate.ts", "passedOver.unaffordable += unaffordable;", ""),
  mistake(
    "dear shares that are held count as passed over",
    "dear-count.ts",
    " - countHeld(field, suspects, session)",
    "",
  ),
  mistake(
    "a dear share takes a place",
    "dear-shares.ts",
    "if (!isTooDear(closeZones.most(member, word))) return false;",
    "return row < 0;",
  ),
  mistake(
    "dear shares are judged without costs",
    "dear-shares.ts",
    "slotValue / (close * costFactor)",
    "slotValue / close",
  ),
  mistake(
    "who was affordable 32 sessions ago still is",
    "dear-shares.ts",
    "word === listedWord && listedFrom <= affordable",
    "word === listedWord",
  ),
  mistake(
    "who was surely too dear for a poorer slot still is",
    "dear-shares.ts",
    "listedFrom <= affordable && affordable <= listedTo",
    "listedFrom <= affordable",
  ),
  mistake(
    "an instrument is bought twice",
    "simulate.ts",
    "held: ledger.held,",
    "held: ledger.held.map(() => 0),",
  ),
  mistake(
    "buys fill before sales",
    "simulate.ts",
    "fillSells(run, session);\n    fillBuys(run, session);",
    "fillBuys(run, session);\n    fillSells(run, session);",
  ),
  {
    name: "the last session decides buys",
    edits: [
      { file: "simulate.ts", find: "if (session < lastSession) decideBuys", replace: "decideBuys" },
      {
        file: "candidates.ts",
        find: "passingInPieces(plan, plan.firstSession, plan.lastSession, alongside)",
        replace: "passingInPieces(plan, plan.firstSession, plan.lastSession + 1, alongside)",
      },
    ],
    peeks: false,
  },
  mistake(
    "volume is sorted from the least",
    "priority.ts",
    "return volume;",
    "return (row, member) => -volume(row, member);",
  ),
  mistake(
    "the gain is that of 299 days",
    "priority.ts",
    "const before = row - TOP_GAINER_DAYS;",
    "const before = row - TOP_GAINER_DAYS + 1;",
  ),
  mistake("the most promising are considered twice", "shortlist.ts", "prospects.count--;", ""),
  mistake(
    "unknown market caps come first",
    "priority.ts",
    "cap > 0 ? cap : -Infinity",
    "cap > 0 ? cap : Infinity",
  ),
  mistake(
    "a full list takes the last of equal candidates",
    "shortlist.ts",
    "member < list.member[place]",
    "member > list.member[place]",
  ),
];

export const money: readonly Mutant[] = [
  mistake(
    "commission is paid on the buying side only",
    "simulate.ts",
    "ledger.cash += quantity * (fill * (1 - plan.costs.commission));",
    "ledger.cash += quantity * fill;",
  ),
  mistake("profits forget the selling commission", "measure.ts", "(entryPrice + exitPrice)", "entryPrice"),
  mistake(
    "slippage helps the seller",
    "plan.ts",
    "sellSlippage: 1 - slippagePercent / 100",
    "sellSlippage: 1 + slippagePercent / 100",
  ),
  mistake(
    "slippage helps the buyer",
    "plan.ts",
    "buySlippage: 1 + slippagePercent / 100",
    "buySlippage: 1 - slippagePercent / 100",
  ),
  mistake("opens are not adjusted", "price-basis.ts", "open[row] *= factor;", ""),
  mistake(
    "peaks are lost when the ledger grows",
    "ledger.ts",
    "ledger.peak = filled(new Float64Array(room), ledger.peak);",
    "ledger.peak = new Float64Array(room);",
  ),
];
