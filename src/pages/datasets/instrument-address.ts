/** Addresses of the Data screen. */

/** A dataset's instruments and, with a symbol, the chart of one. */
export function instrumentAddress(datasetId: string, symbol = ""): string {
  const params = new URLSearchParams({ dataset: datasetId });
  if (symbol !== "") params.set("instrument", symbol);
  return `/data?${params.toString()}`;
}
