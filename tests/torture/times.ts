/** How often: the whole number, or a few with TORTURE_TIMES=5. */
export function times(whole: number): number {
  const asked = Number(process.env["TORTURE_TIMES"] ?? whole);
  return Number.isInteger(asked) && asked > 0 ? Math.min(asked, whole) : whole;
}
