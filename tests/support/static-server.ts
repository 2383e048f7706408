/**
 * A static host as dumb as they come, like `python3 -m http.server`: files by their path, a folder's index.html at the
 * path with a slash behind it, no header but the type, 404 else.
 */
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";

export interface StaticHost {
  readonly url: string;
  /** What it serves; change it to publish another release. */
  folder: string;
  /** Paths that it answers with 404 as long as they are here. */
  readonly missing: Set<string>;
  /** Paths asked for so far. */
  readonly asked: string[];
  /** Switches it off: connections are cut, new ones refused. */
  stop(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

/** Scripts of a test's desk for rooms: no release has them, so that no service worker keeps them for a server that is off. */
const OF_TESTS = /\/room-desk[.\w]*\.js$/;

export async function serveFolder(folder: string, port = 0): Promise<StaticHost> {
  const server = createServer((request, response) => {
    const { pathname: path, search } = new URL(request.url ?? "/", "http://host");
    host.asked.push(path);
    const found = join(host.folder, path);
    const isFolder = existsSync(found) && statSync(found).isDirectory();
    if (isFolder && !path.endsWith("/")) {
      response.writeHead(301, { location: `${path}/${search}` }).end();
      return;
    }
    const file = isFolder ? join(found, "index.html") : found;
    if (host.missing.has(path) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end("not here");
      return;
    }
    response.writeHead(200, {
      "content-type": TYPES[extname(file)] ?? "application/octet-stream",
      ...(OF_TESTS.test(path) && { "cache-control": "max-age=3600" }),
    });
    if (request.method === "HEAD") response.end();
    else createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => {
    server.listen(port, "localhost", resolve);
  });
  const address = server.address();
  const openPort = typeof address === "object" && address !== null ? address.port : port;
  const host: StaticHost = {
    url: `http://localhost:${openPort}`,
    folder,
    missing: new Set(),
    asked: [],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return host;
}
