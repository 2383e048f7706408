/** What vendors call their columns, in the languages people download in. */
import { isWordBeside, withoutBarWord, withoutPriceWord } from "./field-words.ts";
import { isMoneyTitle } from "./money-titles.ts";
import { remembered } from "./remembered.ts";
import { withoutUnit } from "./units.ts";

export type Role =
  | "date"
  | "time"
  | "year"
  | "month"
  | "day"
  | "open"
  | "high"
  | "low"
  | "close"
  | "volume"
  | "adjClose"
  | "adjOther"
  | "marketCap"
  | "shares"
  | "symbol"
  | "series"
  | "securityType"
  | "name"
  | "sector"
  | "period"
  | "known";

/** Names of a role, the surest first, weak ones in an entry of their own; compared without blanks, signs and units. */
const NAMES: readonly (readonly [Role, string])[] = [
  [
    "date",
    "date trddd timeperiod kuupäev datums датум تاریخ traddt dlycaldt exchangedate pricingdate valuedate valuationdate eventdate tsevent snappedat timeopen tradedt tradingdt caldt 日期時間 成交日期 資料日期 ημερομηνία التاريخ תאריך วันเดือนปี तारीख datadopregão datapregão pvmäärä päiväys tradedate tradingdate tradingday date1 dtyyyymmdd yyyymmdd datetime timestamp gmttime localtime utctime " +
      "quotedate pricedate asofdate datadate reportdate businessdate bizdt sessiondate opentime opentimestamp datum fecha " +
      "data dato pvm päivämäärä dátum tarih дата τιμή ngày tanggal วันที่ 日期 交易日期 交易日 时间 時間 日付 日時 年月日 " +
      "날짜 일자 dateutc dategmt datetimeutc indexdate historicaldate observationdate windowstart t 日付け unix unixtime unixtimestamp epoch epochtime ts séance seance day",
  ],
  [
    "time",
    "time zeit hora heure ora uhrzeit время tid tijd hhmmss timegmt timeutc timeest localtimeofday saat",
  ],
  ["year", "year yyyy jahr año ano année annee anno год jaar yıl"],
  ["month", "month mm monat mes mois mese месяц maand ay"],
  ["day", "dayofmonth dd tag día dia jour giorno день dag gün"],
  [
    "open",
    "opnprc tddopnprc početna prva otvoritvenitečaj otvoritvenitecaj otevíracíkurz отваряне відкриття отварање άνοιγμα avauskurssi åbningskurs openingskoers openkoers atidarymo atidarymas atvēršanas atvēršana avamine باز öppningspris deschidere otevíracícena otváracíkurz eröffn nyitóár dlyopen öppen sharepriceopen priceopened tradeopen openp åben άνοιγμα الفتح פתיחה เปิด mở खोलागया öppning cotaçãodeabertura preçoabertura preçodeabertura prixouverture coursdouverture kursotwarcia openinglevel startkurs ouvert openprc prcod openindexvalue open openprice openingprice opening openrate opnpric openvalue priceopen bidopen openbid eröffnung eröffnungskurs eröff eroeff eröffn eroeffn " +
      "eroffnung eroeffnung anfangskurs erster apertura abertura ouverture ouv öppning öppningskurs åpning åbning avaus " +
      "otwarcie открытие откр açılış acilis otevření nyitó 24hopen open24h 今开 开盘 开盘价 開盤 開盤價 始値 시가 " +
      "todaysopen firsttrade firstprice dayopen aperturaprecio opn o pxopen opentrade pembukaan terbuka mởcửa giámởcửa",
  ],
  [
    "high",
    "hiprc hgprc tddhgprc najviša najvišji najvišjitečaj nejvyšší nejvyššícena nejvyššíkurz максимум максимална найвисока највиша υψηλότερη højeste hoogste hoogstekoers didžiausia augstākā kõrgeim بالا högstakurs maxim maximálnykurz maximálnícena máxima maxima maximumár dlyhigh sharepricehigh tradehigh högsta høyest υψηλό الأعلى أعلى גבוה สูงสุด cao उच्च cotaçãomáxima preçomáximo kursmax prixplushaut courshaut hightrade hochkurs haute hoog 高 askhi prchd highindexvalue high highprice highest dayhigh hghpric highvalue pricehigh bidhigh highbid hoch tageshoch höchst höchstkurs " +
      "hoechst max maximum máximo maximo massimo máx plushaut haut alto högst høy høj ylin najwyzszy najwyższy максимум макс " +
      "yüksek yuksek maximális 24hhigh high24h 最高 最高价 最高價 高値 고가 h pxhigh tertinggi caonhất giácaonhất",
  ],
  [
    "low",
    "loprc lwprc tddlwprc najniža najnižji najnižjitečaj nejnižší nejnižšícena nejnižšíkurz мінімум найниска најнижа χαμηλότερη laveste laagste laagstekoers mažiausia zemākā madalaim پایین lägstakurs minim minimálnykurz minimálnícena mínima minima minimumár dlylow sharepricelow tradelow lägsta χαμηλό الأدنى أدنى נמוך ต่ำสุด thấp निम्न cotaçãomínima preçomínimo kursmin prixplusbas coursbas lowtrade tiefkurs basse laag 低 bidlo prcld lowindexvalue low lowprice lowest daylow lwpric lowvalue pricelow bidlow lowbid tief tagestief tiefst tiefstkurs min minimum " +
      "mínimo minimo mín plusbas bas bajo basso lägst lav alin najnizszy najniższy минимум мин düşük dusuk 24hlow low24h " +
      "最低 最低价 最低價 安値 저가 l pxlow terendah thấpnhất giáthấpnhất",
  ],
  [
    "close",
    "close clsprc tddclsprc trdprc závěrečnácena zaključnitečaj zakljucnitecaj затваряне закриття затварање κλείσιμο päätös päätöskurssi lukkekurs uždarymo uždarymas slēgšanas slēgšana sulgemine بسته închidere záverečnýkurz dlyclose stäng stang záróár ปิด closingindexvalue sharepriceclose tradeclose closep clot 收市價 收市 cotaçãodefechamento preçofechamento preçodefechamento kurszamknięcia kurszamkniecia coursdeclôture prixclôture closinglevel officialclose officialclosingprice closeclosepriceadjustedforsplits closeprice closingprice closing closelast clspric closevalue priceclose bidclose closebid schluss " +
      "schlusskurs schlußkurs cierre preciocierre preciodecierre fechamento clôture cloture chiusura slot slotkoers stängning sluttkurs lukukurssi " +
      "zamkniecie zamknięcie закрытие закр kapanış kapanis záró zaviracícena 收盘 收盘价 收盤 收盤價 終値 종가 c pxclose pxlast dayclose " +
      "penutupan đóngcửa giáđóngcửa",
  ],
  [
    "close",
    "dayprice daysprice dailyprice todayprice todaysprice currentprice finalprice marketprice lasttradedprice lasttradeprice lasttransactionprice closingpricevwap closepricevwap closingvwap closevwap vwapclose dayvwap tageskurs tagesschluss prc prccd dlyprc prezzoriferimento prezzodiriferimento kurz latest latestprice seneste siste viimeisin τελευταία الأخير آخرسعر שער ล่าสุด lầncuối नवीनतम letzterpreis lastclosingprice lastcloseprice netassetvalue navpershare navperunit closelevel laatste senaste şimdi simdi settle settlement settlementprice sttlmpric price kurs precio preço prezzo cours prix cena цена fiyat 价格 価格 현재가 " +
      "último ultimo último dernier zuletzt letzter zadnja poslední posledna senast totalreturnsindex son ostatnio terakhir last lastprice lasttrade lastsale lastpric ltp rate value indexvalue obsvalue nav wert valor",
  ],
  [
    "adjClose",
    "adjcloseadjustedclosepriceadjustedforsplitsanddividendandorcapitalgaindistributions adjustmentclose adjustedclosing splitadjustedclose totalreturnclose 終値調整値 修正後終値 adjclose adjustedclose adjclosingprice adjustedclosingprice adjcloseprice closeadj closeadjusted adjusted adj " +
      "adjustedprice adjprice bereinigterschlusskurs cierreajustado clôtureajustée chiusuraaggiustata adjustedcloseprice " +
      "后复权价 前复权价 複權收盤價 調整後終値 調整後終値* 수정종가 adjschluss schlusskursadj adjlast",
  ],
  [
    "adjOther",
    "adjopen adjhigh adjustmentopen adjustmenthigh adjustmentlow adjustmentvolume adjlow adjvolume adjustedopen adjustedhigh adjustedlow adjustedvolume openadj highadj lowadj volumeadj",
  ],
  [
    "volume",
    "realvolume noofsharestraded omsattantall kaupatkpl hacimadet aantalstuks númerodetítulos numerodetitulos handelsvolumen contractstraded dnshrtrd acctrdvol acvoluns acvol volreal обем обсяг обим όγκος apyvarta apjoms maht حجم vaihto dlyvol tradevolume officialvolume 成交張數 成交仟股 stücke stuecke stueck stückumsatz cumulativevolume volumefrom όγκ الحجم נפח ปริมาณ kl वॉल्यूम 成交量股 成交股数 totalvolumetraded totaltradedvolume sharesvolume quantidadenegociada quantidade numberofsharestraded qtytraded tottradqty ttltradedqty volume vol cshtrd nettrdqty numberofshares 交易量 成交股數 hac wol volumen volúmen volym volum volumetraded tradedvolume totalvolume sharevolume tottrdqty ttltrdqnty ttltradgvol " +
      "totaltradequantity totaltradedquantity noofshares noofshrs sharestraded tradedquantity tradedqty quantity qty " +
      "volumeshares stück stuck umsatzstück mængde объем объём об hacim wolumen objem forgalom 成交量 成交数量 出来高 売買高 거래량 " +
      "v pxvolume volumebtc volumeeth tickvol tickvolume totalquantity volcrypto vol1 volumeoftrades kuantitas volumi khốilượng khốilượnggiaodịch klgd capacity tradingvolume tradedvol nettradedqty nettradedquantity volumeqty volqty qtyvolume volshares sharevol sharesvol tradedshares totalsharestraded totalsharesvolume tradedvolumeshares tradequantity tradeqty totaltradingvolume totaltradevolume totalvol totvol voltraded turnovershares turnovervolume títulosnegociados titulosnegociados accionesnegociadas nombredetitres titreséchangés titresechanges quantitééchangée quantità quantita quantitàscambiata pezziscambiati stückzahl stueckzahl gehandeltestücke antal antalaktier omsattaantal osakemäärä aantalaandelen liczbaakcji wolumenobrotu количество колво işlemmiktarı islemmiktari miktar 成交数 成交股 体积 거래수량 체결량 volumesaham lembarsaham size količina kolicina objemks totaltradedqty tradedqtyshares cvol dayvolume",
  ],
  [
    "symbol",
    "symbol stkcd isusrtcd 股份代號 股份代码 ticker symbols sharecode sharesymbol securitysymbol companysymbol companycode instrumentcode instrumentsymbol countercode equitycode assetcode localcode mnemonic mnemo tradingsymbol kodesaham ric tradingcode schemecode symbolcode codneg ativo 證券代碼 股票代号 證券號碼 codigodenegociação códigodenegociação indexname tickersymbol tckrsymb scripcode sccode scripid securityid securitycode stocksymbol stockcode " +
      "stockticker nsesymbol bsesymbol actsymbol tic tick sym secid code tscode 股票代码 证券代码 代码 證券代號 股票代號 股票代碼 銘柄コード コード " +
      "종목코드 stock instrument instrumentid asset coin pair scrip kürzel símbolo simbolo symbole wkn código codigo isin isincode isinnumber currency baseticker yahooticker tickername scripname orderbookid permno permco gvkey",
  ],
  ["series", "series sctysrs"],
  ["securityType", "sctype"],
  ["period", "per period interval timeframe"],
  [
    "name",
    "name company companyname codename secname stkname sharename 证券简称 股票简称 證券名稱 股票名稱 证券名称 简称 securityname security scname fininstrmnm nameofcompany shortname longname description " +
      "stockname 股票名称 名称 证券名称 銘柄名 종목명 issuer issuername bezeichnung nombre nom nome titel",
  ],
  [
    "sector",
    "sector industry gicssector gicssubindustry subindustry branche secteur settore 所属行业 行业 业種 業種 sectorname industryname",
  ],
  [
    "marketCap",
    "marketcap marcap fullmarketcap totalmarketcap marketcapitalization marketcapitalisation mktcap mcap mktval marketvalue 总市值 總市值 時価総額 시가총액",
  ],
  [
    "shares",
    "shrout dlyshrout sharesoutstanding outstandingshares shareoutstanding noofsharesoutstanding issuedshares 总股本 發行股數",
  ],
  [
    "known",
    "12mhigh 12mlow yearhigh yearlow yearshigh yearslow 52weekshigh 52weekslow closingbidprice closingofferprice previousclosingpricevwap prevclosepricevwap preclose geldumsatz adjustmentfactor upperlimit lowerlimit turnovervalue unadjustedclose ycp closeunadjusted cumulativeturnover bidvolume askvolume numberoftrade uopen uhigh ulow uclose uvolume fopen fhigh flow fclose fvolume pctchg amount pointschange closeunadj lastupdated lastupdate zmiana verschil 変化率 변동 漲跌價差 成交筆數 prevclpr nettrdval prevclose previousclose prevcls prevclosingprice prvsclsgpric lastclose yesterdayclose 前收盘价 昨收 前日比 前日終値 " +
      "turnover turnoverlacs tottrdval ttltrfval netturnov totalturnover value1 tradedvalue 成交额 成交金额 売買代金 거래대금 " +
      "averageprice avgprice vwap wap avg average trades nooftrades totaltrades ttlnboftxsexctd notrades numberoftrades " +
      "deliverableqty deliverablequantity deliverablevolume delivqty delivper dlyqttotradedqty deliqtytotradedqty deliverble deliverable dlyqttotradedquantity " +
      "change changepercent chg chgpct pctchange percentchange absolutechange netchange pricechange ver veränderung var varpct variation изм 涨跌幅 涨跌额 涨跌 前日比% 등락률 전일대비 대비 fark " +
      "dividend dividends dividendamount divcash exdividend split splits stocksplits splitratio splitfactor splitcoefficient capitalgains " +
      "openint openinterest opnintrst chnginopnintrst spread spreadhighlow spreadcloseopen rangehl range bid ask " +
      "52wh 52wl 52whigh 52wlow 52weekhigh 52weeklow w52high w52low adrtso ipoyear country summaryquote lastupdate exchange market index unnamed0 level0 " +
      "流通市值 换手率 振幅 ttm市盈率 市盈率 市净率 closetime tradecount ignore sma rsi macd turnoverrscr turnovercr turnoverrs " +
      "sgmt src fininstrmtp fininstrmid xprydt fininstrmactlxprydt strkpric optntp undrlygpric ssnid newbrdlotqty rmks rsvd1 rsvd2 rsvd3 rsvd4 tdcloindi scgroup unadjustedclose cfacpr cfacshr retx dlyret dlyretx dlyprcflg dlycap siccd exchcd shrcd hexcd hsiccd numtrd",
  ],
];

export interface KnownName {
  readonly role: Role;
  /** Place among the role's names: of two columns the lower one is meant. */
  readonly rank: number;
}

/** Names from here on are weak: another column may be meant. */
export const WEAK_RANK = 1000;

/** A header cell without units, signs and blanks, in lower case. */
export const plainName: (cell: string) => string = remembered((cell) =>
  cell
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/\([^()]*\)|\[[^\]]*\]/g, "")
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ""),
);

const BY_NAME = new Map<string, KnownName>();
const rolesSeen = new Set<Role>();
for (const [role, names] of NAMES) {
  const start = rolesSeen.has(role) ? WEAK_RANK : 0;
  rolesSeen.add(role);
  for (const [at, written] of names.split(" ").entries()) {
    const name = plainName(written);
    if (name !== "" && !BY_NAME.has(name)) BY_NAME.set(name, { role, rank: start + at });
  }
}

/** `Umsatz (Stück)`: beside this word what else is money counts shares. */
const PIECES = /^(?:umsatz|volumen|handelsvolumen)\s*\((?:in\s*)?(?:stück|stk\.?)\)$/;

/** `1. open`, as JSON of Alpha Vantage has it. */
const NUMBERING = /^\d{1,2}[.)] /;

/** What a column of this name holds; null for a name that nobody knows. */
export const knownName: (cell: string) => KnownName | null = remembered(findName);

function findName(cell: string): KnownName | null {
  const plain = plainName(cell.replace(NUMBERING, ""));
  const bare = withoutUnit(cell);
  if (bare !== cell && !BY_NAME.has(plain)) return knownName(bare);
  if (PIECES.test(cell.trim().toLowerCase())) return { role: "volume", rank: 0 };
  if (isMoneyTitle(cell, plain)) return { role: "known", rank: 0 };
  return BY_NAME.get(plain) ?? fieldOfPrice(plain);
}

/** Behind the names that are known as they are, and before weak ones. */
const LESS_SURE = 500;

/** `OPEN_PX` and `Precio de apertura`: a field with a word for price beside it. */
function fieldOfPrice(plain: string): KnownName | null {
  for (const bare of withoutPriceWord(plain)) {
    const name = BY_NAME.get(bare);
    if (name && FIELDS.has(name.role) && name.role !== "volume")
      return { role: name.role, rank: name.rank + LESS_SURE };
  }
  const ofBar = BY_NAME.get(withoutBarWord(plain));
  return ofBar && BAR.has(ofBar.role) && ofBar.rank < WEAK_RANK
    ? { role: ofBar.role, rank: ofBar.rank + LESS_SURE }
    : null;
}

export function knowsHeaderWord(cell: string): boolean {
  return knownName(cell) !== null;
}

const BAR: ReadonlySet<Role> = new Set(["open", "high", "low", "close"]);
const OF_ONE_BAR: ReadonlySet<Role> = new Set([...BAR, "adjClose", "adjOther"]);
const FIELDS: ReadonlySet<Role> = new Set([
  "open",
  "high",
  "low",
  "close",
  "adjClose",
  "volume",
  "adjOther",
  "known",
]);
const PREFIX_TICKER = /^[A-Z0-9^=$][A-Z0-9.^=&$-]{0,14}$/;

export interface PrefixedName {
  readonly symbol: string;
  readonly name: KnownName;
}

/**
 * `AAPL.Open`, `VIX Close`, `Close_AAPL` or `('Close', 'AAPL')`: an instrument and one of its fields.
 *
 * @param isAnyTicker - true where other columns show that words like SMA and MA are tickers here
 */
export function prefixedName(cell: string, isAnyTicker = false): PrefixedName | null {
  return isAnyTicker ? findPrefixed(cell, true) : prefixedOf(cell);
}

const prefixedOf = remembered((cell) => findPrefixed(cell, false));

function findPrefixed(cell: string, isAnyTicker: boolean): PrefixedName | null {
  if (TERMINAL_NAME.test(cell)) return null; // `SPX Index` is an instrument as a whole
  if (isFieldInCapitals(cell)) return null;
  const text = cell.replaceAll(/[()'"[\]]/g, " ").trim();
  for (let at = 1; at < text.length - 1; at++) {
    if (!/[\s.,_|:/-]/.test(text[at] ?? "")) continue;
    const before = text.slice(0, at).trim();
    const behind = text.slice(at + 1).trim();
    const found = pairOf(before, behind, isAnyTicker) ?? pairOf(behind, before, isAnyTicker);
    if (found) return found;
  }
  return null;
}

/** `OPEN_PRC` is the open; `OPEN_Price` and `OPEN.Close` are figures of a company of that symbol. */
function isFieldInCapitals(cell: string): boolean {
  const name = cell === cell.toUpperCase() ? knownName(cell) : null;
  return name !== null && OF_ONE_BAR.has(name.role) && name.rank < WEAK_RANK;
}

/** Words in front of a field that make it another figure than a price, `HA_Open` of Heikin-Ashi: no instruments. */
const NO_PREFIX =
  /^(?:OBS|HA|PREV|PREVIOUS|PRED|PREDICTED|FORECAST|TARGET|RET|RETURN|LOG|PCT|CHG|CHANGE|DIFF|NORM|SCALED|MA\d*|SMA\d*|EMA\d*|AVG|DAY|DAYS|TODAY|TODAYS|TRADE|PRICE|STOCK|SHARE|DAILY|SESSION|REGULAR|MARKET|MKT)$/;

function pairOf(symbol: string, field: string, isAnyTicker: boolean): PrefixedName | null {
  const isWord = !isAnyTicker && (NO_PREFIX.test(symbol.toUpperCase()) || isWordBeside(symbol, field));
  if (isWord || !PREFIX_TICKER.test(symbol) || !/[A-Z]/.test(symbol)) return null;
  const name = knownName(field);
  return name && FIELDS.has(name.role) ? { symbol, name } : null;
}

/** `AAPL US Equity`, `SPX Index`: Bloomberg's names. */
const TERMINAL_NAME =
  /^[A-Z0-9/.]{1,12}(?: [A-Z]{2})? (?:Equity|EQUITY|Index|INDEX|Curncy|CURNCY|Comdty|COMDTY)$/;

/** 183.04 is a price; 600000 may be China's code of a share. */
const FIGURE = /^\d+\.\d+$/;

/** `NSE:INFY` and `EUR/USD`. */
const PLACED_NAME =
  /^[A-Z]{2,8}:[A-Z0-9][A-Z0-9.&_-]{0,14}$|^[A-Z]{3,5}\/(?:USDT?|EUR|GBP|JPY|INR|CHF|AUD|CAD|CNY|BTC)$/;

/** True for what a column of a wide table may be called: a ticker, not a word and no figure with decimals. */
export function isTicker(text: string): boolean {
  return (
    (PREFIX_TICKER.test(text) && text.length <= 15 && !FIGURE.test(text)) ||
    TERMINAL_NAME.test(text) ||
    PLACED_NAME.test(text)
  );
}
