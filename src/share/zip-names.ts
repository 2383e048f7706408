/** The names of the files in a zip, out of its list of contents at its end; what is in the files is not looked at. */

const LONGEST_END = 22 + 65_535;
/** Of a backup of years; longer lists are none of ours. */
const MOST_NAMES = 20_000;
const END_MARK = 0x06054b50;
const ENTRY_MARK = 0x02014b50;
const ENTRY_BYTES = 46;

/** @param head - at least the file's first four bytes */
export function isZip(head: Uint8Array): boolean {
  const [p, k, third = 0, fourth = 0] = head;
  return p === 0x50 && k === 0x4b && ((third === 3 && fourth === 4) || (third === 5 && fourth === 6));
}

/** In the order of the list; [] for an empty zip, null where the list is missing or damaged. Folders end with "/". */
export async function namesInZip(file: Blob): Promise<readonly string[] | null> {
  const tailAt = Math.max(0, file.size - LONGEST_END);
  const tail = new DataView(await file.slice(tailAt).arrayBuffer());
  let at = tail.byteLength - 22;
  while (at >= 0 && tail.getUint32(at, true) !== END_MARK) at--;
  if (at < 0) return null;
  const [bytes, begin] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)];
  if (begin + bytes > tailAt + at) return null;
  return readList(new DataView(await file.slice(begin, begin + bytes).arrayBuffer()));
}

function readList(list: DataView<ArrayBuffer>): readonly string[] | null {
  const names: string[] = [];
  const decoder = new TextDecoder();
  let at = 0;
  while (at + ENTRY_BYTES <= list.byteLength && names.length < MOST_NAMES) {
    if (list.getUint32(at, true) !== ENTRY_MARK) return null;
    const length = list.getUint16(at + 28, true);
    const further = list.getUint16(at + 30, true) + list.getUint16(at + 32, true);
    if (at + ENTRY_BYTES + length > list.byteLength) return null;
    names.push(decoder.decode(new Uint8Array(list.buffer, at + ENTRY_BYTES, length)));
    at += ENTRY_BYTES + length + further;
  }
  return names;
}
