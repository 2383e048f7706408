/** Uploads on their way to the disk: part by part, never in memory, with a name for each that stays in its folder. */
import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { leavesFolder } from "../find-danger.ts";
import type { UploadedFile } from "../thread-jobs.ts";
import { CallProblem, refuse } from "./problems.ts";

export interface Upload {
  readonly files: readonly UploadedFile[];
  readonly fields: Readonly<Record<string, string>>;
  /** SHA-256 of names and contents of its parts. */
  readonly hash: string;
  /** Removes it from the disk. */
  discard(): Promise<void>;
}

const MOST_FILES = 50_000;
const MOST_FIELD_BYTES = 1_048_576;
const LONGEST_NAME = 500;

/** For @fastify/multipart: names come as they were sent, so that one that leaves the folder is seen. */
export const MULTIPART_OPTIONS = {
  preservePath: true,
  limits: {
    files: MOST_FILES,
    parts: MOST_FILES + 10,
    fields: 10,
    fieldSize: MOST_FIELD_BYTES,
    fieldNameSize: 100,
    fileSize: Infinity, // what all files of an upload may have together bounds each of them
    headerPairs: 100,
  },
};

export interface UploadTools {
  /** Where uploads lie until they are used. */
  readonly folder: string;
  /** Milliseconds that an upload may be without a byte. */
  readonly idleMs: number;
  /** Bytes of all files of an upload. */
  readonly mostBytes: number;
}

/** @throws CallProblem for names and sizes that are not taken, and for an upload that stops */
export async function receiveUpload(
  request: FastifyRequest,
  { folder, idleMs, mostBytes }: UploadTools,
): Promise<Upload> {
  const own = join(folder, randomUUID());
  await mkdir(own, { recursive: true, mode: 0o700 });
  const discard = (): Promise<void> => rm(own, { recursive: true, force: true });
  try {
    const received = await whileItComes(request, idleMs, () =>
      request.isMultipart() ? takeParts(request, own, mostBytes) : takeZip(request, own, mostBytes),
    );
    return { ...received, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** A body that is one file, to that path. @returns the SHA-256 of its bytes @throws CallProblem as receiveUpload */
export async function receiveFile(
  request: FastifyRequest,
  path: string,
  { idleMs, mostBytes }: Pick<UploadTools, "idleMs" | "mostBytes">,
): Promise<string> {
  const { body } = request;
  if (!(body instanceof Readable))
    throw refuse("media-type-unsupported", "Send the file as the body, with its Content-Type.");
  return whileItComes(request, idleMs, () => store(body, path, spaceOf(mostBytes)));
}

async function whileItComes<T>(request: FastifyRequest, idleMs: number, take: () => Promise<T>): Promise<T> {
  const { raw } = request;
  const idle = watchIdle(
    {
      bytes: () => raw.socket.bytesRead,
      isWhole: () => raw.complete,
      stop: () => raw.emit("error", new Error("idle")), // whoever reads it ends
    },
    idleMs,
  );
  try {
    return await take();
  } catch (error) {
    if (idle.isOver()) throw refuse("request-timeout", `Nothing of the upload came for ${idleMs / 1000} s.`);
    throw asProblem(error);
  } finally {
    idle.end();
  }
}

type Received = Omit<Upload, "discard">;

async function takeParts(request: FastifyRequest, folder: string, mostBytes: number): Promise<Received> {
  const files: UploadedFile[] = [];
  const fields: Record<string, string> = {};
  const hash = createHash("sha256");
  const space = spaceOf(mostBytes);
  for await (const part of request.parts()) {
    if (part.type === "field" || part.fieldname === "answers") {
      const { fieldname } = part;
      if (part.type === "field" && part.valueTruncated) throw fieldTooLarge(fieldname);
      const text = part.type === "field" ? String(part.value) : await textOf(part.file, fieldname);
      fields[fieldname] = text;
      hash.update(JSON.stringify([fieldname, text]));
      continue;
    }
    const name = checkName(part.filename, files);
    const path = join(folder, String(files.length));
    const sum = await store(part.file, path, space);
    hash.update(JSON.stringify([part.fieldname, name, sum]));
    files.push({ name, path });
  }
  if (files.length === 0)
    throw refuse("body-invalid", "No file is in the upload: send each as a part with a filename.");
  return { files, fields, hash: hash.digest("hex") };
}

async function takeZip({ body }: FastifyRequest, folder: string, mostBytes: number): Promise<Received> {
  if (!(body instanceof Readable))
    throw refuse("media-type-unsupported", "Send files as multipart/form-data, or one application/zip.");
  const path = join(folder, "0");
  const sum = await store(body, path, spaceOf(mostBytes));
  return { files: [{ name: "upload.zip", path }], fields: {}, hash: sum };
}

/** Some clients send JSON as a part with a filename. */
async function textOf(part: Readable, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of part) {
    const piece: Buffer = chunk;
    bytes += piece.length;
    if (bytes > MOST_FIELD_BYTES) throw fieldTooLarge(name);
    chunks.push(piece);
  }
  return Buffer.concat(chunks).toString();
}

/** What is left for files of an upload. @throws CallProblem where the next bytes are more */
type Space = (bytes: number) => void;

function spaceOf(mostBytes: number): Space {
  let left = mostBytes;
  return (bytes) => {
    left -= bytes;
    if (left < 0)
      throw refuse("too-large", `The upload is too large: its files may have ${mostBytes / 1e9} GB.`);
  };
}

/** @returns the SHA-256 of its bytes, in hex */
async function store(from: Readable, path: string, takeSpace: Space): Promise<string> {
  const hash = createHash("sha256");
  async function* through(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      takeSpace(chunk.length);
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(from, through, createWriteStream(path, { mode: 0o600 }));
  return hash.digest("hex");
}

function fieldTooLarge(name: string): CallProblem {
  return refuse("too-large", `${name.slice(0, 100)} is too large: a field has 1 MB at most.`);
}

function checkName(name: string, files: readonly UploadedFile[]): string {
  if (leavesFolder(name) || name.length > LONGEST_NAME)
    throw refuse(
      "body-invalid",
      `${JSON.stringify(name.slice(0, 100))} is no name of a file in a folder; send plain names.`,
    );
  if (files.some((file) => file.name === name))
    throw refuse("body-invalid", `Two files are called ${name}; rename one of them.`);
  return name;
}

function asProblem(error: unknown): unknown {
  if (error instanceof CallProblem || !(error instanceof Error)) return error;
  const code = "code" in error ? String(error.code) : "";
  if (code === "FST_REQ_FILE_TOO_LARGE" || code.endsWith("_LIMIT"))
    return refuse("too-large", "The upload has too many parts, or one that is too large.");
  if (code === "ENOSPC" || code === "EDQUOT") return error;
  if (code === "" || code === "ECONNRESET" || code === "ERR_STREAM_PREMATURE_CLOSE")
    return refuse("request-invalid", `The upload can't be read: ${error.message}`);
  return error;
}

/** An upload on its way. */
interface Incoming {
  /** All bytes of it that came so far. */
  readonly bytes: () => number;
  readonly isWhole: () => boolean;
  /** Ends it for whoever reads it. */
  readonly stop: () => void;
}

interface IdleWatch {
  /** Whether it was stopped. */
  isOver(): boolean;
  end(): void;
}

/** So often it is looked at within the limit: it ends at the limit, or by one part of so many later. */
const LOOKS = 60;

/**
 * Ends an upload of which nothing comes.
 *
 * @param idleMs - without a byte
 */
export function watchIdle(incoming: Incoming, idleMs: number): IdleWatch {
  let seen = incoming.bytes();
  let looksLeft = LOOKS;
  let isOver = false;
  const timer = setInterval(() => {
    const now = incoming.bytes();
    if (now !== seen || incoming.isWhole()) {
      seen = now;
      looksLeft = LOOKS;
      return;
    }
    looksLeft--;
    if (looksLeft > 0) return;
    isOver = true;
    clearInterval(timer);
    incoming.stop();
  }, idleMs / LOOKS);
  return { isOver: () => isOver, end: () => clearInterval(timer) };
}
