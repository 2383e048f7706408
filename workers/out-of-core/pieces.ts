/**
 * Lists of 32-bit numbers of a run that is made in parts: as many as there is room for in memory, the others in a file. Gains, for
 * runs in parts: a large market is ranked in bounded memory.
 */

/** Bytes at places of a file that nobody else has open; it grows as it is written. */
export interface ScratchFile {
  /** Writes all of `part`; throws where there is no room. */
  write(part: Uint8Array, at: number): void;
  /** Fills `into`. */
  read(into: Uint8Array, at: number): void;
}

export interface Pieces {
  /** Takes a list over. @returns its number */
  readonly add: (list: Uint32Array) => number;
  /** The list itself, or all of it in memory of its own. */
  readonly whole: (piece: number) => Uint32Array;
  /** Fills `into` with the list's values from that place on. */
  readonly read: (piece: number, from: number, into: Uint32Array) => void;
  /** Puts as many values in the place of the list's. */
  readonly replace: (piece: number, list: Uint32Array) => void;
}

/** A list of values that is in memory, or at a place of the file. */
type Piece = { readonly list: Uint32Array } | { readonly at: number; readonly length: number };

/**
 * @param mostBytes - of the lists in memory
 * @param file - null where all of them fit; it throws where they don't
 */
export function makePieces(mostBytes: number, file: ScratchFile | null): Pieces {
  const pieces: Piece[] = [];
  let bytes = 0;
  let end = 0;

  function opened(): ScratchFile {
    if (file === null) throw new RangeError("pieces: more than the memory holds, and no file for them");
    return file;
  }

  function read(piece: number, from: number, into: Uint32Array): void {
    const own = pieces[piece];
    if ("list" in own) into.set(own.list.subarray(from, from + into.length));
    else opened().read(bytesOf(into), own.at + from * Uint32Array.BYTES_PER_ELEMENT);
  }

  return {
    add(list) {
      if (bytes + list.byteLength <= mostBytes) {
        bytes += list.byteLength;
        return pieces.push({ list }) - 1;
      }
      opened().write(bytesOf(list), end);
      const piece = pieces.push({ at: end, length: list.length }) - 1;
      end += list.byteLength;
      return piece;
    },
    whole(piece) {
      const own = pieces[piece];
      if ("list" in own) return own.list;
      const list = new Uint32Array(own.length);
      read(piece, 0, list);
      return list;
    },
    read,
    replace(piece, list) {
      const own = pieces[piece];
      if ("list" in own) own.list.set(list);
      else opened().write(bytesOf(list), own.at);
    },
  };
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
