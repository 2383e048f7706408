/** Archives as people send them. */
import { zipSync } from "fflate";

/** @param files - texts by their names */
export function zipOf(files: Record<string, string>): Uint8Array<ArrayBuffer> {
  const bytes = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)]),
  );
  return new Uint8Array(zipSync(bytes));
}

/** An archive of one file as programs make it that unpacks itself: something stands before it. */
export function behindText(zip: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = "some text\n";
  const bytes = Buffer.concat([Buffer.from(text), zip]);
  for (const [signature, place] of [
    ["PK\u0001\u0002", 42],
    ["PK\u0005\u0006", 16],
  ] as const) {
    const at = bytes.indexOf(signature, 0, "latin1") + place; // of a place, from the start of the file
    bytes.writeUInt32LE(bytes.readUInt32LE(at) + text.length, at);
  }
  return new Uint8Array(bytes);
}
