/** The number of a sign in Unicode, of four digits or more: `U+200B`. */
export function codePointOf(sign: string): string {
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
