/** A strategy as code: the value in each language, and programs that run it on a server of this machine. */
import type { Strategy } from "#workers/model/strategy.ts";

export const LANGUAGES = ["python", "r", "javascript", "shell"] as const;
export type Language = (typeof LANGUAGES)[number];

export interface LanguageCode {
  readonly label: string;
  /** Once, in the project's folder. */
  readonly install: string;
  /** The file to save the program as. */
  readonly file: string;
  readonly code: string;
  /** How it is started. */
  readonly start: string;
}

/** What there is to copy for a language. */
export function codeFor(language: Language, strategy: Strategy): LanguageCode {
  switch (language) {
    case "python":
      return {
        label: "Python",
        install: "pip install ./workers/api/clients/python",
        file: "run.py",
        code: pythonCode(strategy),
        start: "python3 run.py",
      };
    case "r":
      return {
        label: "R",
        install: "R CMD INSTALL workers/api/clients/r",
        file: "run.R",
        code: rCode(strategy),
        start: "Rscript run.R",
      };
    case "javascript":
      return {
        label: "JavaScript",
        install: "npm install ./workers/api/clients/javascript",
        file: "run.mjs",
        code: javascriptCode(strategy),
        start: "node run.mjs",
      };
    case "shell":
      return {
        label: "Command line",
        install: "npm ci",
        file: "strategy.json",
        code: JSON.stringify(strategy, null, 2),
        start: "npm run --silent simulate -- --data prices --strategy strategy.json --out -",
      };
  }
}

function pythonCode(strategy: Strategy): string {
  return `from tidemark import Tidemark

strategy = ${written(strategy, PYTHON, "")}

tm = Tidemark()  # finds the server that runs on this machine
result = tm.run(strategy)
print(result["performance"])
print(result.positions)  # a DataFrame where pandas is installed
`;
}

function rCode(strategy: Strategy): string {
  return `library(tidemark)

strategy <- ${written(strategy, R, "")}

tm <- tidemark() # finds the server that runs on this machine
result <- tm_run(tm, strategy)
print(result$performance)
print(result$positions)
`;
}

function javascriptCode(strategy: Strategy): string {
  return `import { Tidemark } from "tidemark-client/node";

const strategy = ${JSON.stringify(strategy, null, 2)};

const tidemark = new Tidemark(); // finds the server that runs on this machine
const { performance, positions } = await tidemark.run(strategy);
console.log(performance, positions.length);
`;
}

interface Notation {
  readonly words: { readonly true: string; readonly false: string; readonly null: string };
  readonly list: readonly [string, string];
  readonly record: readonly [string, string];
  readonly member: (key: string, value: string) => string;
  /** Behind the last member of several lines. */
  readonly last: string;
}

const PYTHON: Notation = {
  words: { true: "True", false: "False", null: "None" },
  list: ["[", "]"],
  record: ["{", "}"],
  member: (key, value) => `${JSON.stringify(key)}: ${value}`,
  last: ",",
};

const R: Notation = {
  words: { true: "TRUE", false: "FALSE", null: "NULL" },
  list: ["list(", ")"],
  record: ["list(", ")"],
  member: (key, value) => `${key} = ${value}`,
  last: "",
};

const INDENT = "  ";

/** Texts and numbers are written as in JSON, which all of these languages read. */
function written(value: unknown, notation: Notation, indent: string): string {
  const { words } = notation;
  if (value === null || value === undefined) return words.null;
  if (typeof value === "boolean") return value ? words.true : words.false;
  if (Array.isArray(value)) {
    const members = value.map((each) => written(each, notation, indent + INDENT));
    return enclosed(members, notation.list, notation, indent);
  }
  if (typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).map(([key, each]) =>
    notation.member(key, written(each, notation, indent + INDENT)),
  );
  return enclosed(members, notation.record, notation, indent);
}

function enclosed(
  members: readonly string[],
  [open, close]: readonly [string, string],
  { last }: Notation,
  indent: string,
): string {
  if (members.length === 0) return `${open}${close}`;
  const inner = indent + INDENT;
  return `${open}\n${inner}${members.join(`,\n${inner}`)}${last}\n${indent}${close}`;
}
