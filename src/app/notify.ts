/** A notification of the system, where the person allowed them and is not looking at the app. */

/** @param tag - a later notice of the same tag takes the place of an earlier one */
export function notify(text: string, tag: string, open: () => void): void {
  if (!("Notification" in globalThis) || Notification.permission !== "granted" || !document.hidden) return;
  try {
    const notice = new Notification("Tidemark", { body: text, tag });
    notice.addEventListener("click", () => {
      globalThis.focus();
      open();
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // Chrome on Android leaves notices to the service worker
    void navigator.serviceWorker.ready.then((worker) =>
      worker.showNotification("Tidemark", { body: text, tag }),
    );
  }
}
