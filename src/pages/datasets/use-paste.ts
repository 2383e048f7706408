/** Files and tables that are pasted while nothing is being typed into. */
import { useEffect } from "react";
import type { ImportFile } from "#workers/model/import-plan.ts";
import { fileOfText, filesOfPicker } from "./chosen-files.ts";

export function usePaste(onFiles: (files: readonly ImportFile[]) => void): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const { target, clipboardData } = event;
      const isTyping =
        target instanceof Element && target.closest("input, textarea, select, dialog") !== null;
      if (isTyping || !clipboardData) return;
      const files = filesOfPicker(Array.from(clipboardData.files));
      const text = clipboardData.getData("text/plain");
      if (files.length > 0) onFiles(files);
      else if (text.includes("\n")) onFiles([fileOfText(text)]);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, [onFiles]);
}
