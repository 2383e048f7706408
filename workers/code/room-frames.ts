/**
 * Frames of the page (src/run/code-room.ts) in which rooms of a browser are, as the engine's worker sees them. One holds one
 * room at a time, a worker of its own, and is there for the next where nothing was amiss: a frame is a process in some browsers, and
 * takes five times as long to make as a worker.
 */
import { roomRequest } from "#workers/model/code-room.ts";
import type { FrameOrder, RoomNews, RoomOrder, RoomRequest } from "#workers/model/code-room.ts";

/** Hands a request with its ports to the page. */
export type AskPage = (request: RoomRequest, ports: MessagePort[]) => void;

export interface RoomFrame {
  /** Settles where the frame can be no room: with why. */
  readonly refused: Promise<RoomNews>;
  /** Makes a fresh worker in place of the one before. */
  prepare(): void;
  /** A port of the worker that was prepared, or of one that is made now; messages wait until it is started. */
  takeWorker(): MessagePort;
  /** Calls back when the frame's page answers that it lives. */
  pulse(onAlive: () => void): void;
  /** The frame goes, and at once whatever runs in it. */
  remove(): void;
}

export interface FramePool {
  take(): RoomFrame;
  /** For a later room: its worker makes way for a fresh one. Only where it answered all that it was asked. */
  giveBack(frame: RoomFrame): void;
}

/** A frame that nobody used for so long goes. */
const IDLE_MS = 1000;

interface IdleFrame {
  readonly frame: RoomFrame;
  readonly timer: ReturnType<typeof setTimeout>;
}

export function createFramePool(ask: AskPage, script: string): FramePool {
  const idle: IdleFrame[] = []; // the one that waited longest first: its worker is there
  const keep = (frame: RoomFrame): void => {
    frame.prepare();
    const entry: IdleFrame = {
      frame,
      timer: setTimeout(() => {
        idle.splice(idle.indexOf(entry), 1);
        frame.remove();
      }, IDLE_MS),
    };
    idle.push(entry);
  };
  return {
    take() {
      const known = idle.shift();
      if (!known) return openFrame(ask, script);
      clearTimeout(known.timer);
      if (idle.length === 0) keep(openFrame(ask, script)); // who needs a second room needs many, one after the other
      return known.frame;
    },
    giveBack: keep,
  };
}

function openFrame(ask: AskPage, script: string): RoomFrame {
  const [page, desk] = [new MessageChannel(), new MessageChannel()];
  for (const { port1 } of [page, desk]) port1.start();
  const refused = new Promise<RoomNews>((resolve) => {
    page.port1.addEventListener("message", ({ data }: MessageEvent<RoomNews>) => resolve(data), {
      once: true,
    });
  });
  const tell = (order: FrameOrder, ports: MessagePort[] = []) => desk.port1.postMessage(order, ports);
  ask(roomRequest(script), [page.port2, desk.port2]);
  let prepared: MessagePort | null = null;
  const startWorker = (): MessagePort => {
    const work = new MessageChannel();
    tell("worker", [work.port2]);
    return work.port1;
  };
  return {
    refused,
    prepare() {
      prepared = startWorker();
    },
    takeWorker() {
      const port = prepared ?? startWorker();
      prepared = null;
      return port;
    },
    pulse(onAlive) {
      desk.port1.addEventListener("message", () => onAlive(), { once: true });
      tell("pulse");
    },
    remove() {
      const order: RoomOrder = "close";
      page.port1.postMessage(order);
      desk.port1.close();
    },
  };
}
