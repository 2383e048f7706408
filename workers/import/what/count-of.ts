/** "1 row" and "2 rows", for sentences about a file. */
export function countOf(amount: number, one: string, many = `${one}s`): string {
  return `${amount} ${amount === 1 ? one : many}`;
}
