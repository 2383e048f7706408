/** Bytes at places of a file, wherever it lies: the browser's private files, a disk, or a test's memory. */

export interface ByteReader {
  /** Size of the file. */
  readonly bytes: number;
  /** Where the second one begins of two files that are read as one. */
  readonly joint?: number;
  /** Fills `into` with the bytes from `at` on; throws where the file has fewer. */
  read(into: Uint8Array, at: number): void;
}

/** False where the file can't give these bytes: a place of the disk that can't be read, or a file cut short. */
export function canRead(file: ByteReader, into: Uint8Array, at: number): boolean {
  if (into.length === 0) return true;
  try {
    file.read(into, at);
    return true;
  } catch {
    return false; // told as damaged
  }
}

export interface ByteWriter {
  /** Writes all of `part` at `at`, growing the file as needed; throws where there is no room. */
  write(part: Uint8Array, at: number): void;
}

/** A file to write to and read back from while it is being made. */
export interface ByteFile extends ByteWriter {
  /** Reads bytes as ByteReader.read does. */
  read(into: Uint8Array, at: number): void;
}
