/** Names of things beside others: no two of a list are called the same. */

const LONGEST_NAME = 120;

/** The name itself, or with the first number from 2 on that makes it one of its own. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = withSuffix(name, ` (${number})`);
  return free;
}

/** The name with words behind it, the name cut where both are longer than a name may be. */
export function withSuffix(name: string, suffix: string): string {
  return name.slice(0, LONGEST_NAME - suffix.length) + suffix;
}
