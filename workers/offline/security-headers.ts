/**
 * The headers that every response of the app has: nothing but its own files may run, load or be sent for. The preview
 * server sends them; on a static host the service worker adds them.
 */

import { POLICY_NAMES } from "../model/own-script.ts";

/** What a policy in the page's own <meta> may say, too. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'", // the engine's loops over bars; no text of a page becomes code
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  `trusted-types ${POLICY_NAMES.join(" ")}`,
];

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy": [...POLICY, "frame-ancestors 'none'"].join("; "),
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
};

/** For the first visit of a static host: no service worker is there yet to add the headers. */
export const META_POLICY: string = POLICY.join("; ");
