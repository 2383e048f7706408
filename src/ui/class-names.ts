/** Joins the class names that hold; what is false or undefined is left out. */
export function classNames(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
