/** What the header links to: the app's screens, and the site's pages, which the specification names. */

export interface HeaderLink {
  /** A route, or "#id" of a part of the page. */
  readonly path: string;
  readonly label: string;
  /** Routes that belong to it, by their paths. */
  readonly holds?: readonly string[];
}

export const STRATEGIES: HeaderLink = {
  path: "/strategy",
  label: "Strategies",
  holds: ["/simulation-steps"],
};
export const RUNS: HeaderLink = {
  path: "/runs",
  label: "Runs",
  holds: ["/simulation-result", "/compare", "/capsule", "/look-ahead"],
};
export const DATA: HeaderLink = { path: "/data", label: "Data" };
export const APP_LINKS: readonly HeaderLink[] = [
  STRATEGIES,
  RUNS,
  DATA,
  { path: "/optimise", label: "Optimise" },
  { path: "/deployments", label: "Deployments", holds: ["/verify"] },
];
export const SETTINGS: HeaderLink = { path: "/settings", label: "Settings" };

/** The specification's links, in its order on the landing page and elsewhere. */
const ON_LANDING: readonly HeaderLink[] = [
  { path: "#features", label: "Features" },
  { path: "#how-it-works", label: "How it Works" },
  { path: "/questions", label: "FAQ" },
  { path: "/contact", label: "Contact Us" },
  { path: "/price", label: "Pricing" },
];
const ELSEWHERE: readonly HeaderLink[] = [
  { path: "/price", label: "Pricing" },
  { path: "/questions", label: "FAQ" },
  { path: "/contact", label: "Contact Us" },
];

export function siteLinks(path: string): readonly HeaderLink[] {
  return path === "/" ? ON_LANDING : ELSEWHERE;
}

/** Pages about the product, where its own links come first. */
export function isSitePage(path: string): boolean {
  return path === "/" || ELSEWHERE.some((link) => link.path === path);
}

/** The builder, where one thing is done at a time: the header has one row, with the specification's links and a menu of all. */
export function isWorkshop(path: string): boolean {
  return path === "/simulation-steps";
}

/** "page" for where one is, "true" for the screen that the page belongs to. */
export function currentOf(link: HeaderLink, path: string): "page" | "true" | undefined {
  if (link.path === path) return "page";
  return link.holds?.includes(path) ? "true" : undefined;
}
