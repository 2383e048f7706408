/** A person's source as the script that is evaluated: strict, under a name of its own, ending with its `compute`. */
import { SOURCE_NAME } from "./exception.ts";

/** Names of maps and sources in comments: developer tools would ask the network for what they name. */
const MAP_MARK = /(?<=\/[/*])[#@](?=[ \t]*source(?:Mapping)?URL=)/g;

/** Its places stay, LINES_BEFORE further down. */
export function ownText(source: string): string {
  const blanked = source.replace(MAP_MARK, " ");
  return `"use strict";\n${blanked}\n;typeof compute === "undefined" ? undefined : compute\n//# sourceURL=${SOURCE_NAME}`;
}
