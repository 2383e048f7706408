/** Where the columns of datasets lie in the origin private file system. */

export const PUBLISHED = "datasets";
/** Files in the making; nobody reads them. */
export const STAGING = "datasets-staging";
/** An empty file for each dataset that is between its columns and its entry, by the name of its columns. */
export const MARKS = "datasets-unfinished";

const ENDING = ".columns";

/** The file of a dataset. Any id is a name: what a path could be made of is escaped. */
export function fileName(datasetId: string): string {
  return `${encodeURIComponent(datasetId)}${ENDING}`;
}

/** The dataset of a file; null for a name that fileName() doesn't give. */
export function datasetOf(name: string): string | null {
  return name.endsWith(ENDING) ? decodeURIComponent(name.slice(0, -ENDING.length)) : null;
}
