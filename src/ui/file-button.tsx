import { useRef } from "react";
import type { ComponentProps, ReactElement } from "react";
import { Button } from "./button.tsx";

interface FileButtonProps extends Pick<
  ComponentProps<typeof Button>,
  "kind" | "size" | "aria-disabled" | "children"
> {
  /** What the chooser is called where no button is seen, as in tests and by assistive tools. */
  readonly label: string;
  /** Kinds of files as the browser's own attribute has them: ".json,application/json". */
  readonly accept: string;
  readonly multiple?: boolean;
  /** The files that were chosen, at least one. */
  readonly onFiles: (files: readonly File[]) => void;
}

/** Opens the browser's chooser of files. The same file can be chosen again, e.g. corrected. */
export function FileButton({ label, accept, multiple, onFiles, ...button }: FileButtonProps): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        aria-label={label}
        hidden
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = ""; // without it, choosing the same file again would be no change
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
