/** What the part behind the # of an address begins with that carries a strategy. Loaded with the first page. */
export const STRATEGY_HASH = "#strategy=";
