/** Charts as PNG pictures, on the ground of the page's panels, handed to the person to save. */
import { saveBlob } from "./save-file.ts";

/** How many pixels of the picture a pixel of the page becomes, so that it is sharp in print. */
const SCALE = 2;
const COPIED = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-opacity",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
] as const;

/** @param name - of the file, without its ending */
export function saveCanvas(name: string, drawn: HTMLCanvasElement): void {
  const canvas = document.createElement("canvas");
  canvas.width = drawn.width;
  canvas.height = drawn.height;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("saveCanvas: this browser draws no pictures");
  context.fillStyle = groundColor();
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(drawn, 0, 0);
  canvas.toBlob((picture) => {
    if (picture) saveBlob(`${name}.png`, picture);
  }, "image/png");
}

/** A drawing of ours; what the style sheet says of it is written into a copy first. */
export async function saveDrawing(name: string, drawing: SVGSVGElement): Promise<void> {
  const { width, height } = drawing.getBoundingClientRect();
  const source = new XMLSerializer().serializeToString(selfContained(drawing, width, height));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * SCALE);
  canvas.height = Math.round(height * SCALE);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  saveCanvas(name, canvas);
}

function selfContained(drawing: SVGSVGElement, width: number, height: number): Node {
  const copy = drawing.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) throw new TypeError("saveDrawing: a copy of a drawing is a drawing");
  const originals = [...drawing.querySelectorAll("*")];
  for (const [place, element] of [...copy.querySelectorAll("*")].entries()) {
    const original = originals[place];
    if (!original) continue;
    const style = getComputedStyle(original);
    for (const property of COPIED) element.setAttribute(property, style.getPropertyValue(property));
    element.removeAttribute("class");
  }
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  return copy;
}

function groundColor(): string {
  const probe = document.createElement("span");
  probe.style.setProperty("background-color", "var(--surface)");
  document.body.append(probe);
  const color = getComputedStyle(probe).backgroundColor;
  probe.remove();
  return color;
}
