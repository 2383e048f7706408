/** What keeps files of columns, be it the browser's private files or a database. */
import type { ByteFile, ByteReader } from "./byte-file.ts";

/** A file in the making: nobody else can open it, and nothing is left of one whose worker dies. */
export interface NewFile extends ByteFile, ByteReader {
  /**
   * Puts the first `bytes`, or all, in place of the published file of that name, at once, and closes. Whatever is thrown,
   * what was there stays.
   */
  publish(name: string, bytes?: number): Promise<void>;
  /** Closes, and leaves nothing of it; good after anything. */
  discard(): Promise<void>;
}

/** A published file. */
export interface OpenedFile extends ByteReader {
  /** False where each reading takes a while, however little it reads. */
  readonly isQuick: boolean;
  close(): void;
}

/** Methods throw what the platform says; NotFoundError for a name that isn't there. */
export interface FileStore {
  create(): Promise<NewFile>;
  open(name: string): Promise<OpenedFile>;
  /** The file as it lies there. */
  blob(name: string): Promise<Blob>;
  /** One that isn't there, or is being read, is no problem. */
  remove(name: string): Promise<void>;
  /** Removes what files in the making left behind whose worker is gone. Gives how many are in use and stay. */
  sweep(): Promise<number>;
}
