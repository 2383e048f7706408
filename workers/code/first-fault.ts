/** Asks about one after the other until there is a fault; null where there is none. */
export async function firstFault<T, Fault>(
  items: readonly T[],
  ask: (item: T) => Promise<Fault | null>,
): Promise<Fault | null> {
  for (const item of items) {
    // oxlint-disable-next-line no-await-in-loop -- one room at a time, and none after a fault
    const fault = await ask(item);
    if (fault !== null) return fault;
  }
  return null;
}
