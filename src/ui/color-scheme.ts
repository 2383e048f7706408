/**
 * The page's colours, for canvases, which don't follow the style sheet by themselves: on the screen those of the theme,
 * on paper the light ones. A print that the browser begins (Ctrl+P) waits for no frame.
 */

/** @param isForPaper - what is drawn must be there when the call ends */
type Follower = (isForPaper: boolean) => void;

const followers = new Set<Follower>();
/** What data-theme said before the print that is under way. */
let screenTheme: { readonly theme: string | undefined } | null = null;

/** Calls back whenever the colours change: by the system, data-theme, data-gain-loss or a print. */
export function onColorSchemeChange(changed: Follower): () => void {
  const query = globalThis.matchMedia("(prefers-color-scheme: dark)");
  const change = () => changed(false);
  const observer = new MutationObserver(change);
  let frame = 0;
  const changeSoon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(change); // the event comes before the colours do
  };
  query.addEventListener("change", changeSoon);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["data-theme", "data-gain-loss"],
  });
  if (followers.size === 0) {
    globalThis.addEventListener("beforeprint", toPaper);
    globalThis.addEventListener("afterprint", toScreen);
  }
  followers.add(changed);
  return () => {
    cancelAnimationFrame(frame);
    query.removeEventListener("change", changeSoon);
    observer.disconnect();
    followers.delete(changed);
  };
}

function toPaper(): void {
  const { dataset } = document.documentElement;
  screenTheme ??= { theme: dataset["theme"] };
  dataset["theme"] = "light";
  for (const follow of followers) follow(true);
}

function toScreen(): void {
  if (!screenTheme) return;
  const { dataset } = document.documentElement;
  if (screenTheme.theme === undefined) delete dataset["theme"];
  else dataset["theme"] = screenTheme.theme; // the followers hear of it as of any change
  screenTheme = null;
}
