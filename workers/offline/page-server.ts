/** Vite's part of the app's pages: `npm start` answers with the page of a path where Vite would with that of /. */
import { existsSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";
import { ROOM_PATH } from "../model/code-room.ts";

/** The page of a path that has none of its own. */
export const PLAIN_PAGE = "404.html";
/** What a host opens in a path's folder. */
export const PAGE = "index.html";

export function pageServer(): Plugin {
  return {
    name: "page-server",
    configurePreviewServer({ middlewares, config }) {
      const folder = resolve(config.root, config.build.outDir);
      middlewares.use((request, _response, next) => {
        const path = otherPath(request);
        if (path !== null)
          request.url = existsSync(join(folder, path, PAGE)) ? `${path}/${PAGE}` : `/${PLAIN_PAGE}`;
        next();
      });
    },
  };
}

/** Of a navigation to another path than /: the path; null of any other request. */
function otherPath({ url = "", headers }: IncomingMessage): string | null {
  const path = new URL(url, "http://host").pathname.replace(/\/+$/, "");
  const isFile = path.includes(".") || path === ROOM_PATH;
  return path !== "" && !isFile && headers.accept?.includes("text/html") === true ? path : null;
}
