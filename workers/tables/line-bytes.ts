/**
 * Lines of cells as bytes of UTF-8, put together without the strings of rows: those of millions of rows are what the
 * engine would have to collect.
 */

export interface LineBytes {
  /** Adds a cell behind those of its line. */
  cell(text: string): void;
  endLine(): void;
  /** All since it was called last; good until the next cell. */
  take(): Uint8Array;
}

const FIRST_BYTES = 262_144;
const COMMA = 44;
const LF = 10;

export function createLineBytes(): LineBytes {
  const encoder = new TextEncoder();
  let room = new Uint8Array(FIRST_BYTES);
  let at = 0;
  let isFirst = true;

  function ensure(bytes: number): void {
    if (at + bytes <= room.length) return;
    const larger = new Uint8Array(2 * (at + bytes));
    larger.set(room.subarray(0, at));
    room = larger;
  }

  return {
    cell(text) {
      const { length } = text;
      ensure(3 * length + 2); // a character takes three bytes at most
      if (!isFirst) room[at++] = COMMA;
      isFirst = false;
      const start = at;
      for (let place = 0; place < length; place++) {
        const code = text.charCodeAt(place);
        if (code > 127) {
          at = start + encoder.encodeInto(text, room.subarray(start)).written;
          return;
        }
        room[at++] = code;
      }
    },
    endLine() {
      ensure(1);
      room[at++] = LF;
      isFirst = true;
    },
    take() {
      const lines = room.subarray(0, at);
      at = 0;
      return lines;
    },
  };
}
