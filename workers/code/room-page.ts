/**
 * The page of a room: what the frame loads. No text of a person runs in it. It has one script, which makes workers of what the
 * app's page hands it, one at a time, and answers that it lives.
 */
import { ROOM_READY } from "#workers/model/code-room.ts";

/**
 * Goes on only where its origin is "null" and the page that holds it is the app's. Without the sandbox of its policy
 * (a host that knows only files, no service worker yet) it would be the app's own origin: then it says so by its
 * message's origin, and does nothing else.
 */
const SCRIPT = `"use strict";
if (self.origin === "null")
  addEventListener("message", function take({ source, origin, data, ports }) {
    if (source !== parent || origin !== location.origin) return;
    removeEventListener("message", take);
    const [desk] = ports;
    const script = "data:text/javascript," + encodeURIComponent(data);
    let worker = null;
    desk.onmessage = ({ data: order, ports: work }) => {
      if (order === "pulse") return desk.postMessage(order);
      if (worker) worker.terminate();
      worker = new Worker(script);
      worker.postMessage(null, work);
    };
  });
parent.postMessage("${ROOM_READY}", location.origin);`;

export const ROOM_PAGE = `<!doctype html><title>Room</title><script>${SCRIPT}</script>`;

/** The only policy under which the page is a room. */
export async function roomHeaders(): Promise<Readonly<Record<string, string>>> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(SCRIPT));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hash}' 'unsafe-eval' 'wasm-unsafe-eval'`,
    "worker-src data:",
    "frame-ancestors 'self'",
    "sandbox allow-scripts",
  ];
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy.join("; "),
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
  };
}
