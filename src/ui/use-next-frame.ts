import { useEffect, useState } from "react";
import { afterNextFrame } from "./next-frame.ts";

/** False until a frame without what it stands for is painted. */
export function useNextFrame(): boolean {
  const [isNext, setNext] = useState(false);
  useEffect(() => afterNextFrame(() => setNext(true)), []);
  return isNext;
}
