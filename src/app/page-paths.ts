/** The paths of the app's pages. The build writes a file for each, so that a host that knows only files can open it. */

export const PAGE_PATHS = [
  "/",
  "/strategy",
  "/simulation-steps",
  "/simulation-result",
  "/runs",
  "/compare",
  "/price",
  "/contact",
  "/questions",
  "/functions",
  "/data",
  "/known-files",
  "/capsule",
  "/settings",
  "/look-ahead",
  "/optimise",
  "/deployments",
  "/verify",
  "/privacy",
  "/about",
  "/api",
] as const;

export type PagePath = (typeof PAGE_PATHS)[number];
