/** Files dropped anywhere on the page; the browser would otherwise open them in its place. */
import { useEffect, useRef, useState } from "react";

/**
 * @param onDrop - read the transfer at once: after the event its items are gone
 * @returns true while files are held over the page
 */
export function useFileDrop(onDrop: (transfer: DataTransfer) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  }, [onDrop]);
  useEffect(() => {
    const hold = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false); // out of the window, not from one element to the next
    };
    const drop = (event: DragEvent) => {
      const { dataTransfer } = event;
      if (!dataTransfer || !carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      if (!document.querySelector("dialog[open]")) latest.current(dataTransfer);
    };
    document.addEventListener("dragover", hold);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragover", hold);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
    };
  }, []);
  return isOver;
}

function carriesFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") ?? false;
}
