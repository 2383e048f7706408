/** Tables that say when a company belonged to an index or a sector: entries as in layouts.ts. */
import { COMMON, SYMBOLS } from "./layout-shape.ts";
import type { StatementLayout } from "./layout-shape.ts";

/** What lists of an index's members have beside symbols and days. */
const BESIDE =
  "name security securityname company companyname nameofcompany issuer isin cusip cik sedol figi permno gvkey id index indexname gicssector gicssubindustry industry reason note notes headquarterslocation".split(
    " ",
  );

export const MEMBER_LAYOUTS: readonly StatementLayout[] = [
  {
    ...COMMON,
    vendor: "sectors over time",
    needs: ["sector"],
    anyOf: [
      ["from", "fromdate", "startdate", "date", "effectivedate"],
      ["ticker", "symbol", "tic", "isin"],
    ],
    // beside any of these a sector is a remark on a row of prices
    lacks: [
      "close",
      "closeprice",
      "adjclose",
      "adjustedclose",
      "price",
      "last",
      "lastprice",
      "ltp",
      "nav",
      "prc",
      "open",
      "high",
      "low",
      "volume",
      "value",
      "marketcap",
    ],
    meanings: {
      ...SYMBOLS,
      sector: "sector",
      from: "from",
      fromdate: "from",
      startdate: "from",
      date: "from",
      effectivedate: "from",
      to: "until",
      todate: "until",
      enddate: "until",
    },
    rows: "spells",
  },
  {
    ...COMMON,
    vendor: "index membership from and to",
    needs: [],
    anyOf: [
      ["ticker", "symbol", "tic"],
      ["startdate", "start", "fromdate", "from", "dateadded", "added"],
      ["enddate", "end", "todate", "to", "dateremoved", "removed"],
    ],
    lacks: ["close", "price", "open", "value", "sector"],
    beside: BESIDE,
    meanings: {
      ...SYMBOLS,
      startdate: "from",
      start: "from",
      fromdate: "from",
      from: "from",
      dateadded: "from",
      added: "from",
      removed: "until",
      enddate: "until",
      end: "until",
      todate: "until",
      to: "until",
      dateremoved: "until",
    },
    rows: "spells",
  },
  {
    ...COMMON,
    vendor: "index changes by day",
    needs: ["date"],
    anyOf: [["add", "added", "additions"]],
    lacks: ["close", "price"],
    meanings: {
      date: "from",
      add: "added",
      added: "added",
      additions: "added",
      remove: "removed",
      removed: "removed",
      deletions: "removed",
    },
    rows: "changes",
  },
  {
    ...COMMON,
    vendor: "index members by day",
    needs: ["date"],
    anyOf: [["tickers", "members", "constituents"]],
    lacks: ["close", "price"],
    meanings: { date: "from", tickers: "members", members: "members", constituents: "members" },
    rows: "members",
  },
];
