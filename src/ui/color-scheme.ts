/**
 * Calls back whenever the page's colours change, by the system, data-theme or data-gain-loss: for canvases, which
 * don't follow the style sheet by themselves. Call the function that it gives to end that.
 */
export function onColorSchemeChange(changed: () => void): () => void {
  const query = globalThis.matchMedia("(prefers-color-scheme: dark)");
  const observer = new MutationObserver(changed);
  const changeSoon = () => void requestAnimationFrame(changed); // the event comes before the colours do
  query.addEventListener("change", changeSoon);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["data-theme", "data-gain-loss"],
  });
  return () => {
    query.removeEventListener("change", changeSoon);
    observer.disconnect();
  };
}
