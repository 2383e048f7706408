/**
 * Runs a TypeScript command on a Node that can't: builds it once into dist-cli/, again when a source is newer.
 * Usage: node workers/run-cli.mjs ENTRY.cli.ts [arguments of the command]
 */
import { pathToFileURL } from "node:url";
import { builtForNode } from "./build-for-node.mjs";

const [entry, ...rest] = process.argv.slice(2);
const built = await builtForNode(entry);
process.argv = [process.argv[0], built, ...rest];
await import(pathToFileURL(built).href);
