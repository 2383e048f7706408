/** Prints the page in the light colours, for canvases don't follow the style sheet's own; then it has its own again. */
import { afterNextFrame } from "./next-frame.ts";

export async function printPage(): Promise<void> {
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  dataset["theme"] = "light";
  await painted();
  await painted(); // the charts are drawn in the frame after they heard of it
  globalThis.print();
  if (theme === undefined) delete dataset["theme"];
  else dataset["theme"] = theme;
}

function painted(): Promise<void> {
  return new Promise((resolve) => {
    afterNextFrame(resolve);
  });
}
