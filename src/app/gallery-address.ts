/** What of the gallery stands in the address, so that Back and a reload bring it back as it was left. */
export const GALLERY_OPEN = "templates";
export const KIND = "kind";
export const SEARCH = "find";
/** A dataset and an exchange, see data-choices.ts. */
export const DATA = "on";

/** Where the gallery begins on its page. */
export const GALLERY_PLACE = "templates";

/** All templates, on the data that the gallery begins with. */
export const GALLERY = `/strategy?${GALLERY_OPEN}=all#${GALLERY_PLACE}`;

/** Those of them that are portfolios. */
export const PORTFOLIO_TEMPLATES = `/strategy?${GALLERY_OPEN}=all&${KIND}=portfolio#${GALLERY_PLACE}`;

/** Opens the builder of a new strategy with the table of a portfolio. */
export const BEGIN_PORTFOLIO = "begin=portfolio";

/** The gallery on one exchange's instruments of a dataset. */
export function galleryOn(datasetId: string, exchange: string): string {
  const query = new URLSearchParams({ [GALLERY_OPEN]: "all", [DATA]: `${datasetId} ${exchange}` });
  return `/strategy?${query.toString()}#${GALLERY_PLACE}`;
}

/** The parameters with one of them changed; "" takes it out. */
export function withParam(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const changed = new URLSearchParams(params);
  if (value === "") changed.delete(name);
  else changed.set(name, value);
  return changed;
}
