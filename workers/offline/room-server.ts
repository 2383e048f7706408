/** Vite's part of rooms: its servers answer for the room's page as the service worker does where there is one. */
import type { Plugin, PreviewServer } from "vite";
import { ROOM_PAGE, roomHeaders } from "../code/room-page.ts";
import { ROOM_PATH } from "../model/code-room.ts";

export function roomServer(): Plugin {
  return { name: "room-server", configureServer: serve, configurePreviewServer: serve };
}

async function serve({ middlewares }: Pick<PreviewServer, "middlewares">): Promise<void> {
  const headers = await roomHeaders();
  middlewares.use(ROOM_PATH, (_request, response) => {
    response.writeHead(200, headers).end(ROOM_PAGE);
  });
}
