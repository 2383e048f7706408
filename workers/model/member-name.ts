/** Names of facts that say who belonged to an index: `member.sp500`. */

/** What follows `member.`: with it a name has at most 40 characters, as every fact's. */
const REST = /^[a-z0-9_][a-z0-9_.]{0,32}$/;

/** What a person typed as such a name, with or without `member.`; null for what can't be one. */
export function memberNameOf(typed: string): string | null {
  const plain = typed.trim().toLowerCase();
  if (plain === "member") return plain;
  const rest = plain.replace(/^member\./, "");
  return REST.test(rest) ? `member.${rest}` : null;
}
