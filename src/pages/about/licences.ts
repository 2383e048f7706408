/** The packages that are part of the built app, with their licences and holders, from the packages themselves. */
import packageText from "../../../package.json?raw";

interface PackageFile {
  readonly version: string;
  /** What the built app may have in it, with the version of each. */
  readonly dependencies: Readonly<Record<string, string>>;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- npm itself reads it so
const packageFile = JSON.parse(packageText) as PackageFile;

export const APP_VERSION = packageFile.version;

interface Licence {
  readonly licence: string;
  readonly holder: string;
}

export interface PackageLicence extends Licence {
  readonly name: string;
  readonly version: string;
}

const LICENCES: Readonly<Record<string, Licence>> = {
  "@codemirror/autocomplete": { licence: "MIT", holder: "Marijn Haverbeke and others" },
  "@codemirror/commands": { licence: "MIT", holder: "Marijn Haverbeke and others" },
  "@codemirror/lang-javascript": { licence: "MIT", holder: "Marijn Haverbeke and others" },
  "@codemirror/lang-python": { licence: "MIT", holder: "Marijn Haverbeke and others" },
  "@codemirror/language": { licence: "MIT", holder: "Marijn Haverbeke and others" },
  "@codemirror/state": { licence: "MIT", holder: "Marijn Haverbeke and others" },
  "@codemirror/view": { licence: "MIT", holder: "Marijn Haverbeke and others" },
  "@dnd-kit/core": { licence: "MIT", holder: "Claudéric Demers" },
  "@hookform/resolvers": { licence: "MIT", holder: "Beier (Bill) Luo" },
  "@lezer/highlight": { licence: "MIT", holder: "Marijn Haverbeke and others" },
  "@noble/hashes": { licence: "MIT", holder: "Paul Miller" },
  "@sveltejs/acorn-typescript": { licence: "MIT", holder: "Tyreal Hu, the Svelte Team" },
  acorn: { licence: "MIT", holder: "Marijn Haverbeke and others" },
  cmdk: { licence: "MIT", holder: "Paco Coursey" },
  comlink: { licence: "Apache-2.0", holder: "Google" },
  dexie: { licence: "Apache-2.0", holder: "David Fahlander" },
  "dexie-react-hooks": { licence: "Apache-2.0", holder: "David Fahlander" },
  hyparquet: { licence: "MIT", holder: "Hyperparam" },
  "hyparquet-compressors": { licence: "MIT", holder: "Hyperparam" },
  "lightweight-charts": { licence: "Apache-2.0", holder: "TradingView, Inc." },
  "lucide-react": { licence: "ISC", holder: "Lucide Icons and contributors" },
  papaparse: { licence: "MIT", holder: "Matthew Holt" },
  pyodide: { licence: "MPL-2.0", holder: "the Pyodide contributors and Mozilla" },
  "radix-ui": { licence: "MIT", holder: "WorkOS" },
  react: { licence: "MIT", holder: "Meta Platforms, Inc. and affiliates" },
  "react-dom": { licence: "MIT", holder: "Meta Platforms, Inc. and affiliates" },
  "react-hook-form": { licence: "MIT", holder: "Beier (Bill) Luo" },
  "workbox-precaching": { licence: "MIT", holder: "Google" },
  "workbox-routing": { licence: "MIT", holder: "Google" },
  "workbox-strategies": { licence: "MIT", holder: "Google" },
  "style-mod": { licence: "MIT", holder: "Marijn Haverbeke and others" },
  wouter: { licence: "Unlicense", holder: "Alexey Taktarov" },
  zod: { licence: "MIT", holder: "Colin McDonnell" },
  zustand: { licence: "MIT", holder: "Paul Henschel" },
};

const UNKNOWN: Licence = { licence: "see the package", holder: "" };

export const PACKAGE_LICENCES: readonly PackageLicence[] = Object.entries(packageFile.dependencies).map(
  ([name, version]) => {
    const { licence, holder } = LICENCES[name] ?? UNKNOWN;
    return { name, version, licence, holder };
  },
);

/** The attribution that the chart library's NOTICE asks for. */
export const CHART_NOTICE = "TradingView Lightweight Charts™\nCopyright (c) 2026 TradingView, Inc.";
export const CHART_NOTICE_URL = "https://www.tradingview.com/";
