/** Which rows of India's exchange files are shares: their series and types mix bonds and bills among them. */

/** NSE: shares and funds, in full settlement (EQ), delivery only (BE, BZ) and the platform for small companies. */
const SHARE_SERIES = new Set(["EQ", "BE", "BZ", "BT", "SM", "ST", "SZ", "RR", "IV"]);
/** NSE has two letters, a letter and a digit, or two digits; anything else is another exchange's word. */
const NSE_SERIES = /^[A-Z][A-Z0-9]$/;
/** BSE: Q is shares; B bonds, P preference shares, D debentures. */
const BSE_SHARES = "Q";
/** BSE's new files have its groups where NSE has series; F and G are bonds. */
const BSE_GROUPS = /^(?:A|B|T|TS|X|XT|XC|XD|Z|ZP|ZY|M|MT|MS|P|R|E|IF|IT)$/;

/** True for a series in which shares or fund units trade. */
export function isShareSeries(series: string): boolean {
  const text = series.trim().toUpperCase();
  if (text === "" || SHARE_SERIES.has(text) || BSE_GROUPS.test(text)) return true;
  return !NSE_SERIES.test(text) && !/^[FG]$/.test(text);
}

export function isShareType(type: string): boolean {
  const text = type.trim().toUpperCase();
  return text === "" || text === BSE_SHARES;
}

/** The day in the name of an exchange's daily file: `EQ080719`, `cm01JAN2020bhav`, `BhavCopy_BSE_CM_0_0_0_20240708_F_0000`. */
export function dayInFileName(name: string): string | null {
  const compact = /(?<!\d)((?:19|20)\d{2})[-_]?(\d{2})[-_]?(\d{2})(?!\d)/.exec(name);
  if (compact) return `${compact[1] ?? ""}-${compact[2] ?? ""}-${compact[3] ?? ""}`;
  const dayFirst = /(?<!\d)(\d{2})(\d{2})((?:19|20)\d{2})(?!\d)/.exec(name);
  if (dayFirst) return `${dayFirst[3] ?? ""}-${dayFirst[2] ?? ""}-${dayFirst[1] ?? ""}`;
  const lettered = /(\d{2})[-_]?([A-Za-z]{3})[-_]?((?:19|20)\d{2})/.exec(name);
  if (lettered) return `${lettered[1] ?? ""}-${lettered[2] ?? ""}-${lettered[3] ?? ""}`;
  const short = /(?:EQ|EQ_ISINCODE_|PD|PR)_?(\d{2})(\d{2})(\d{2})(?!\d)/i.exec(name);
  return short ? `20${short[3] ?? ""}-${short[2] ?? ""}-${short[1] ?? ""}` : null;
}
