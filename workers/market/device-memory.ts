/** What prices may take of the device's memory. */

/** Three quarters of what the browser says that the device has; 3 GiB where it says nothing. */
export function memoryForPrices(): number {
  const known = "deviceMemory" in navigator ? navigator.deviceMemory : null; // GiB; not every browser tells
  return (typeof known === "number" ? known : 4) * 0.75 * 2 ** 30;
}
