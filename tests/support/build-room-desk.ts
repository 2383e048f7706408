/** Puts the scripts of a test's desk for rooms (room-desk.ts) among a built app's own, where its policy lets them run. */
import { join } from "node:path";
import { build } from "vite";
import { pythonPack } from "#workers/offline/python-pack.ts";

/** @param folder - of the built app */
export async function buildRoomDesk(folder: string): Promise<void> {
  await Promise.all(
    ["room-desk", "room-desk.worker"].map((name) =>
      build({
        configFile: false,
        publicDir: false,
        logLevel: "error",
        plugins: [pythonPack()],
        build: {
          target: "es2023",
          outDir: join(folder, "assets"),
          emptyOutDir: false,
          lib: { entry: `tests/support/${name}.ts`, formats: ["es"], fileName: () => `${name}.js` },
          rolldownOptions: { output: { codeSplitting: false } },
        },
      }),
    ),
  );
}
