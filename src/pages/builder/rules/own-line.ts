/** Lines that begin with a person's own number, in the lists of what a rule can look at. */

export const OWN_NUMBERS = "Your own numbers";

/** What choosing the number begins with: a row of a fact. */
export function lineOfOwn(name: string): string {
  return `${name} > 0`;
}
