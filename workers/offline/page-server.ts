/** Vite's part of the app's pages: `npm start` answers with the plain page where Vite would with that of /. */
import type { IncomingMessage } from "node:http";
import type { Plugin } from "vite";
import { ROOM_PATH } from "../model/code-room.ts";

/** The page without a picture: of every path but /, also for the service worker. */
export const PLAIN_PAGE = "404.html";

export function pageServer(): Plugin {
  return {
    name: "page-server",
    configurePreviewServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        if (isOtherPage(request)) request.url = `/${PLAIN_PAGE}`;
        next();
      });
    },
  };
}

/** A navigation to another path than /. */
function isOtherPage({ url = "", headers }: IncomingMessage): boolean {
  const { pathname } = new URL(url, "http://host");
  const isFile = pathname.includes(".") || pathname === ROOM_PATH;
  return pathname !== "/" && !isFile && headers.accept?.includes("text/html") === true;
}
