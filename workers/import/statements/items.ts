/**
 * The items of financial statements under one name each, whatever a vendor calls them. The names are those that rules
 * use, before `.quarter`, `.year`, `.ttm` and `.yoy`.
 */
import { looksNumeric } from "../cells/numbers.ts";
import { countOf, isMoneyOrUnit, unitOf as unitOfCell, withoutUnit } from "../columns/units.ts";

/** flow: of a span of time, such as revenue; stock: of a day, such as cash. Four quarters of a flow make a year. */
export type ItemKind = "flow" | "stock";

export interface Item {
  readonly name: string;
  readonly kind: ItemKind;
  /** Whether it is an amount of money; false for counts of shares. */
  readonly isMoney: boolean;
  /** Of one share, or a count of shares: never in crores or thousands of money. */
  readonly isPerShare: boolean;
  /** Money that goes out, which is above 0 here; some vendors write it below 0. */
  readonly isCost: boolean;
}

/** A line an item: name, kind, then titles as plainTitle gives them, the better ones first; the name is the last one. */
const MONEY = [
  "revenue flow revenue revenues totalrevenue totalrevenues sales netsales totalsales netrevenue revenuefromcontractwithcustomerexcludingassessedtax revenuefromcontractwithcustomerincludingassessedtax salesrevenuenet revenuefromoperations totalincomefromoperations operatingrevenue",
  "grossProfit flow grossprofit grossincome gp",
  "operatingIncome flow operatingincome operatingincomeloss operatingprofit opinc ebit",
  "nonOperatingIncome flow nonoperatingincomeloss nonoperatingincome nonoperatingincomeexpense othernonoperatingincomeexpense",
  "ebitda flow ebitda normalizedebitda",
  "pretaxIncomeAdjusted flow pretaxincomelossadj",
  "abnormalGains flow abnormalgainslosses totalunusualitems",
  "pretaxIncome flow pretaxincome pretaxincomeloss incomebeforetax profitbeforetax pbt ebt incomelossfromcontinuingoperationsbeforeincometaxesextraordinaryitemsnoncontrollinginterest incomelossfromcontinuingoperationsbeforeincometaxesminorityinterestandincomelossfromequitymethodinvestments",
  "incomeContinuing flow incomelossfromcontinuingoperations netincomefromcontinuingoperations netincomecontinuousoperations",
  "extraordinaryGains flow netextraordinarygainslosses",
  "netIncome flow netincome netincomeloss netprofit profitaftertax pat netinc profitfortheperiod netprofitlossfortheperiod profitloss",
  "netIncomeCommon flow netincomecommon netincomecommonstockholders netinccmn netincomelossavailabletocommonstockholdersbasic netincomeapplicabletocommonshares",
  "netIncomeCashFlow flow netincomestartingline",
  "nonCashItems flow noncashitems",
  "changeInWorkingCapital flow changeinworkingcapital",
  "changeInReceivables flow changeinaccountsreceivable changeinreceivables",
  "changeInInventory flow changeininventories changeininventory",
  "changeInPayables flow changeinaccountspayable changeinpayable",
  "changeInOther flow changeinother",
  "operatingCashFlow flow operatingcashflow netcashfromoperatingactivities cashfromoperatingactivity cashflowfromcontinuingoperatingactivities netcashprovidedbyusedinoperatingactivities netcashprovidedbyusedinoperatingactivitiescontinuingoperations ncfo cashflowfromoperations",
  "investingCashFlow flow investingcashflow netcashfrominvestingactivities cashfrominvestingactivity cashflowfromcontinuinginvestingactivities netcashprovidedbyusedininvestingactivities ncfi cashflowfrominvestment",
  "changeInLongTermInvestment flow netchangeinlongterminvestment",
  "acquisitions flow netcashfromacquisitionsdivestitures netbusinesspurchaseandsale ncfbus",
  "financingCashFlow flow financingcashflow netcashfromfinancingactivities cashfromfinancingactivity cashflowfromcontinuingfinancingactivities netcashprovidedbyusedinfinancingactivities ncff cashflowfromfinancing",
  "debtIssued flow cashfromrepaymentofdebt netissuancepaymentsofdebt ncfdebt",
  "equityIssued flow cashfromrepurchaseofequity netcommonstockissuance ncfcommon",
  "netChangeInCash flow netchangeincash changesincash netcashflow ncf changeincashandcashequivalents cashcashequivalentsrestrictedcashandrestrictedcashequivalentsperiodincreasedecreaseincludingexchangerateeffect",
  "freeCashFlow flow freecashflow fcf",
  "totalAssets stock totalassets assets",
  "currentAssets stock totalcurrentassets currentassets assetscurrent assetsc",
  "noncurrentAssets stock totalnoncurrentassets noncurrentassets assetsnoncurrent assetsnc",
  "propertyAndEquipment stock propertyplantequipmentnet propertyplantandequipmentnet propertyplantequipment netppe ppnenet netblock",
  "longTermInvestments stock longterminvestmentsreceivables longterminvestments",
  "otherLongTermAssets stock otherlongtermassets otherassetsnoncurrent",
  "totalLiabilities stock totalliabilities liabilities totalliabilitiesnetminorityinterest",
  "currentLiabilities stock totalcurrentliabilities currentliabilities liabilitiescurrent liabilitiesc",
  "noncurrentLiabilities stock totalnoncurrentliabilities noncurrentliabilities liabilitiesnoncurrent liabilitiesnc totalnoncurrentliabilitiesnetminorityinterest",
  "liabilitiesAndEquity stock totalliabilitiesequity totalliabilitiesandequity liabilitiesandstockholdersequity",
  "paidInCapital stock sharecapitaladditionalpaidincapital additionalpaidincapital",
  "retainedEarnings stock retainedearnings retainedearningsaccumulateddeficit retearn",
  "totalEquity stock totalequity equity stockholdersequity totalstockholdersequity totalshareholderequity shareholdersequity stockholdersequityincludingportionattributabletononcontrollinginterest",
  "cash stock cash cashcashequivalentsshortterminvestments cashandcashequivalents cashandcashequivalentsatcarryingvalue cashandequivalents cashneq cashbank cashandshortterminvestments cashcashequivalentsrestrictedcashandrestrictedcashequivalents",
  "payables stock payablesaccruals payables accountspayable accountspayablecurrent currentaccountspayable",
  "shortTermDebt stock shorttermdebt currentdebt debtc",
  "longTermDebt stock longtermdebt longtermdebtnoncurrent debtnc",
  "totalDebt stock totaldebt debt borrowings shortlongtermdebttotal",
  "inventory stock inventory inventories inventorynet",
  "receivables stock receivables accountreceivables accountsreceivable accountsnotesreceivable accountsreceivablenetcurrent currentnetreceivables netreceivables",
];

/** Money that goes out. */
const COSTS = [
  "costOfRevenue flow costofrevenue costofsales costofgoodssold cogs cor costofgoodsandservicessold",
  "operatingExpenses flow operatingexpenses operatingexpense totaloperatingexpenses opex",
  "sellingGeneralAdministrative flow sellinggeneraladministrative sellinggeneralandadministrative sellinggeneralandadministrativeexpense sgna",
  "researchAndDevelopment flow researchdevelopment researchanddevelopment researchanddevelopmentexpense rnd",
  "depreciationAmortization flow depreciationamortization depreciationandamortization depreciationdepletionandamortization depreciationamortizationandaccretionnet depamor depreciation",
  "interestExpense flow interestexpense interestexpensenet interest intexp financecosts",
  "incomeTax flow incometaxexpense incometaxexpensebenefit incometaxexpensebenefitnet taxprovision tax taxexp",
  "capex flow capex capitalexpenditure capitalexpenditures changeinfixedassetsintangibles paymentstoacquirepropertyplantandequipment purchaseofppe",
  "dividendsPaid flow dividendspaid cashdividendspaid ncfdiv dividendpayout paymentsofdividends paymentsofdividendscommonstock",
  "treasuryStock stock treasurystock treasurystockvalue",
];

const PER_SHARE = [
  "eps flow eps epsdiluted dilutedeps epsdil earningspersharediluted dilutedearningspershare reportedeps epsinrs basicanddilutedeps earningspersharebasicanddiluted",
  "epsBasic flow epsbasic basiceps earningspersharebasic",
  "dividendPerShare flow dps dividendpershare dividendspershare commonstockdividendspersharedeclared",
  "bookValuePerShare stock bookvaluepershare bvps",
  "shares stock shares sharesbasic basicaverageshares weightedaveragenumberofsharesoutstandingbasic commonstocksharesoutstanding entitycommonstocksharesoutstanding sharesbas shareswa noofequityshares ordinarysharesnumber sharesoutstanding",
  "sharesDiluted stock sharesdiluted dilutedaverageshares weightedaveragenumberofdilutedsharesoutstanding shareswadil",
];

export const ITEMS: readonly Item[] = [
  ...MONEY.map((line) => itemOf(line, { isPerShare: false, isCost: false })),
  ...COSTS.map((line) => itemOf(line, { isPerShare: false, isCost: true })),
  ...PER_SHARE.map((line) => itemOf(line, { isPerShare: true, isCost: false })),
];

function itemOf(line: string, traits: Pick<Item, "isPerShare" | "isCost">): Item {
  const [name = "", kind] = line.split(" ");
  return { name, kind: kind === "stock" ? "stock" : "flow", isMoney: !name.startsWith("shares"), ...traits };
}

/** An item under one of its titles. */
export interface TitledItem {
  readonly item: Item;
  /** 0 for the best of its titles: where a company gives several, that of the least rank counts. */
  readonly rank: number;
}

const BY_TITLE: ReadonlyMap<string, TitledItem> = new Map(
  [...MONEY, ...COSTS, ...PER_SHARE].flatMap((line, at) => {
    const [name = "", , ...titles] = line.split(" ");
    const item = ITEMS[at];
    return item
      ? [...new Set([...titles, name.toLowerCase()])].map((title, rank) => [title, { item, rank }] as const)
      : [];
  }),
);

/** A vendor's own titles of items, by title as plainTitle gives it. */
export type OwnTitles = ReadonlyMap<string, TitledItem>;

/** @param lines - of an item: its name, then titles, the better ones first */
export function ownTitles(lines: readonly string[]): OwnTitles {
  return new Map(
    lines.flatMap((line) => {
      const [name = "", ...titles] = line.split(" ");
      const item = itemNamed(name);
      if (!item) throw new RangeError(`no item ${name}`);
      return titles.map((title, rank) => [title, { item, rank }] as const);
    }),
  );
}

/** Letters and digits of a title in lower case, without a unit in brackets: `Net Income (Loss)` is netincomeloss. */
export function plainTitle(title: string): string {
  const bare = /[([]/.test(title) ? title.replace(UNIT_IN_BRACKETS, "") : title;
  const lower = bare.toLowerCase();
  return /^[a-z\d]*$/.test(lower) ? lower : lower.replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Two titles at least are what every header of tables that are no prices has, and titles have letters. */
export function hasTitles(cells: readonly string[]): boolean {
  let titles = 0;
  return cells.some((cell) => /\p{L}/u.test(cell) && ++titles === 2);
}

/** null for a title that is no item of a statement. */
export function findItem(title: string): Item | null {
  return findTitledItem(title)?.item ?? null;
}

/** The same with the rank of the title. */
export function findTitledItem(title: string): TitledItem | null {
  return BY_TITLE.get(plainTitle(title)) ?? BY_TITLE.get(plainTitle(bareTitle(title))) ?? null;
}

/** `Revenue ($M)`, `Revenue (USD)` and `Revenue in crores` without what they are counted in. */
function bareTitle(title: string): string {
  const [bracket, words = ""] = /\s*[([]([^()[\]]*)[)\]]\s*$/.exec(title) ?? [];
  return bracket !== undefined && isMoneyOrUnit(words)
    ? title.slice(0, title.length - bracket.length)
    : withoutUnit(title);
}

/** The item of a name as rules write it. */
export function itemNamed(name: string): Item | null {
  return ITEMS.find((item) => item.name === name) ?? null;
}

const UNIT = String.raw`crores?|cr|lakhs?|lacs?|thousands?|'?000s?|millions?|mn|mio|mln|billions?|bn`;
/** "(in crores)", "(Rs. in Lakhs)", "(₹ Cr.)", "(USD millions)", "(in 000s)". */
const UNIT_IN_BRACKETS = new RegExp(
  String.raw`[([]\s*(?:(?:all\s+)?(?:figures|numbers|amounts?|values?)\s+)?(?:(?:rs\.?|inr|usd|eur|us\$|[$₹€])\s*)?(?:in\s+)?(?:(?:rs\.?|inr|usd|eur|us\$|[$₹€])\s*)?(${UNIT})\.?\s*[)\]]`,
  "i",
);
/** The same in a line of its own above a table: "Consolidated figures in Rs. Crores". */
const UNIT_IN_LINE = new RegExp(
  String.raw`\b(?:figures|numbers|amounts?|values?|rs\.?|inr|usd)\b.*?\bin\s+(?:(?:rs\.?|inr|usd|[$₹])\s*)?(${UNIT})\b`,
  "i",
);

/** What a title's or a line's unit multiplies figures by; 1 where it names none. */
export function unitOf(text: string): number {
  const [, word] = UNIT_IN_BRACKETS.exec(text) ?? UNIT_IN_LINE.exec(text) ?? [];
  return word === undefined ? unitOfCell(text) : countOf(word.toLowerCase());
}

/** A word for a unit in a cell of its own, behind one that says "Unit". */
const UNIT_ALONE = new RegExp(String.raw`^(?:${UNIT})\.?$`, "i");

/** The unit that a line of words says, as it stands above a table or below it; 1 for none and for a line with figures. */
export function unitOfLine(cells: readonly string[]): number {
  if (cells.findLast(looksNumeric) !== undefined) return 1; // a row's last cell is a plain number as a rule
  for (const cell of cells) {
    const text = cell.trim();
    const unit = UNIT_ALONE.test(text) ? countOf(text.toLowerCase()) : unitOf(text);
    if (unit !== 1) return unit;
  }
  return 1;
}

/**
 * What an item's figures are multiplied by.
 *
 * @param ofTitle - the unit that its own title says, 1 for none
 * @param ofFile - the unit of all figures of money in the file: no company's EPS is in crores
 */
export function unitOfItem({ isMoney, isPerShare }: Item, ofTitle: number, ofFile: number): number {
  if (!isMoney) return ofTitle;
  if (isPerShare) return 1;
  return ofTitle === 1 ? ofFile : ofTitle;
}
