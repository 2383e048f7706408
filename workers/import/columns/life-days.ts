/** Days that are not those of a row: of a company's life, such as its listing, of a contract's expiry, or of a high. */
import { knownName, plainName } from "./header-names.ts";
import { remembered } from "./remembered.ts";

const LIFE =
  /(?:^|\s)(?:de)?(?:list(?:ed|ing)|incorporat(?:ed|ion)|ipo|founded|founding|foundation|established|inception|launch(?:ed)?|debut|registered|registration|birth|first\s?(?:traded?|trading|listed)|earnings|ex\s?div(?:idend)?|agm|joined|added|inclusion|record|payment|declaration|book\s?closure)(?:\s|$)/;
const DAY = "(?:date|dates|day|dt|datum|fecha|data|tag|дата|日期|日)";
const EXTREME =
  "(?:high|low|peak|trough|ath|atl|hoch|tief|höchst|tiefst|máximo|maximo|máx|mínimo|minimo|mín|massimo|haut|bas|högsta|lägsta|最高|最低)";
/** The day on which a high or a low was, mostly of a year. */
const OF_EXTREME = new RegExp(
  `(?:^|\\s)${EXTREME}\\s${DAY}(?:\\s|$)|(?:^|\\s)${DAY}\\s(?:\\S+\\s){0,3}${EXTREME}(?:\\s|$)|^\\S*(?:high|low)date$`,
  "u",
);
const EXPIRY = new RegExp(
  [
    `(?:^|\\s)(?:exp|expir|mat|contract|delivery)\\s(?:${DAY}|month)(?:\\s|$)`,
    "(?:^|\\s)(?:expiry|expires|expiration|xpry|maturity|verfall|verfallstag|verfallsdatum|verfalltag|fälligkeit|fälligkeitsdatum|vencimiento|vencimento|caducidad|échéance|echeance|scadenza|vervaldatum|expiratie|förfall|förfallodag|udløb|forfall|wygaśnięcia|wykupu|lejárat|splatnost|splatnosti|vade|погашения|истечения|экспирации|到期|到期日|到期月份|交割月份|合约月份|合約月份|契約月|결제월|месяц исполнения|到期日期|滿期|満期|満期日|限月|만기|만기일)(?:\\s|$)",
    "^(?:exp|expiry|expir|expiration|xpry|maturity|contract|delivery)(?:date|dt|day|month)$",
  ].join("|"),
  "u",
);

const wordsIn = remembered((title) =>
  title
    .replaceAll(/([\p{Ll}])(?=\p{Lu})/gu, "$1 ")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim(),
);

/** True for names such as `Listing Date`, `date_of_incorporation` and `52W High Date`; never for one that days of prices have. */
export function isDayOfLife(title: string): boolean {
  if (knownName(title)?.role === "date") return false;
  const words = wordsIn(title);
  return LIFE.test(words) || OF_EXTREME.test(words) || JOINED.test(plainName(title));
}

/** True for `Exp Date`, `Verfallstag` and `到期日`: the last day of a contract. */
export function isExpiry(title: string): boolean {
  return EXPIRY.test(wordsIn(title));
}

/** The same words without a blank between them. */
const JOINED =
  /^(?:listing|ipo|incorporation|inception|launch|delisting|record|payment|declaration)(?:date|day|dt)$/;

const RECORD =
  /^(?:dividend)?(?:record|registryclose|registerclose)(?:date|day|dt)?$|реестра|отсечк|登记日|登記日|基準日/;

/** True for the day on whose evening a share's owners get its dividend, a day or two after its ex-date. */
export function isRecordDay(title: string): boolean {
  return RECORD.test(plainName(title));
}
