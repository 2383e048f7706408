/**
 * Vite's part of browser tests: each worker is one script. Vite's server hands over file by file what a worker imports, some
 * hundreds of requests whenever one begins, which took most of the time of the tests that begin them.
 */
import { relative } from "node:path";
import { build } from "vite";
import type { Plugin } from "vite";
import { pythonPack } from "../../workers/offline/python-pack.ts";

const SCRIPT = /\.worker\.ts\?(?:.*&)?worker_file\b/;
const ADDRESS = /\.worker\.ts\?worker&url$/;

export function bundledWorkers(): Plugin {
  const scripts = new Map<string, Promise<string>>();
  let root = "";
  return {
    name: "bundled-workers",
    enforce: "pre",
    configResolved(config) {
      ({ root } = config);
    },
    async load(id) {
      if (!SCRIPT.test(id)) return null;
      const [file = ""] = id.split("?");
      const script = scripts.get(file) ?? bundle(file, root);
      scripts.set(file, script);
      return script;
    },
  };
}

async function bundle(file: string, root: string): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: "error",
    plugins: [pythonPack(), servedAddresses(root)],
    build: {
      write: false,
      minify: false,
      target: "es2023",
      modulePreload: false,
      rolldownOptions: { input: file, output: { codeSplitting: false } },
    },
  });
  const [script] = [built].flat().flatMap((result) => ("output" in result ? result.output : []));
  if (script?.type !== "chunk") throw new Error(`${file} is no script`);
  return script.code;
}

/** Workers that a worker begins are this server's, too, and not of its build. */
function servedAddresses(root: string): Plugin {
  return {
    name: "served-addresses",
    enforce: "pre",
    load(id) {
      if (!ADDRESS.test(id)) return null;
      const [file = ""] = id.split("?");
      return `export default ${JSON.stringify(`/${relative(root, file)}?worker_file&type=module`)}`;
    },
  };
}
