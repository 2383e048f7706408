/** Phones; as in tokens.css, which has the bar's height. */
export const BOTTOM_BAR = "(width < 480px)";
