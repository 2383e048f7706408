/** What runs JavaScript in a browser, by how it names itself: "V8 (Chrome 156)". */
export function engineName(userAgent: string): string {
  const [, firefox] = /Firefox\/(\d+)/.exec(userAgent) ?? [];
  if (firefox !== undefined) return `SpiderMonkey (Firefox ${firefox})`;
  const [, chrome] = /Chrom(?:e|ium)\/(\d+)/.exec(userAgent) ?? [];
  if (chrome !== undefined) return `V8 (Chrome ${chrome})`;
  const [, safari] = /Version\/([\d.]+)/.exec(userAgent) ?? [];
  return `JavaScriptCore (${safari === undefined ? "WebKit" : `Safari ${safari}`})`;
}
