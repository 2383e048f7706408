/** When the page is not busy with its first paint any more. */

/** The landing page needs no storage; its first moments belong to what is seen. */
const QUIET_ON_LANDING_MS = 2500;

/** Once the page has loaded; gives the function that calls it off. */
export function afterLoad(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    const quietMs = globalThis.location.pathname === "/" ? QUIET_ON_LANDING_MS : 0;
    timer = setTimeout(work, quietMs);
  };
  if (document.readyState === "complete") begin();
  else globalThis.addEventListener("load", begin, { once: true });
  return () => {
    globalThis.removeEventListener("load", begin);
    clearTimeout(timer);
  };
}
