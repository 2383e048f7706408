import type { ReactElement } from "react";
import { CHAPTERS } from "#src/pages/results/chapter-list.ts";
import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { Keys } from "#src/ui/keys.tsx";
import page from "#src/ui/page.module.css";
import styles from "./shortcut-sheet.module.css";
import { shortcutKeys, SHORTCUTS } from "./shortcuts.ts";
import type { ShortcutId } from "./shortcuts.ts";

interface ShortcutSheetProps {
  readonly onClose: () => void;
}

/** All keyboard shortcuts, by where they work. */
export function ShortcutSheet({ onClose }: ShortcutSheetProps): ReactElement {
  return (
    <Dialog
      title="Keyboard shortcuts"
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles["sheet"]}>
        {PLACES.map((place) => (
          <section key={place} aria-label={place}>
            <h3 className={styles["place"]}>{place}</h3>
            <dl className={styles["list"]}>
              {IDS.filter((id) => SHORTCUTS[id].place === place).map((id) => (
                <Line key={id} text={SHORTCUTS[id].text} keys={shortcutKeys(id)} />
              ))}
              {place === "Results" &&
                CHAPTERS.map(({ id, title, key }) => <Line key={id} text={`Go to ${title}`} keys={[key]} />)}
            </dl>
          </section>
        ))}
        <p className={page["soft"]}>
          Keys without Ctrl rest while you type. Tables are walked with the arrow keys; in the table of
          positions Enter opens the chart of one.
        </p>
      </div>
    </Dialog>
  );
}

function Line({ text, keys }: { readonly text: string; readonly keys: readonly string[] }): ReactElement {
  return (
    <div className={styles["line"]}>
      <dt>{text}</dt>
      <dd>
        <Keys keys={keys} />
      </dd>
    </div>
  );
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant object
const IDS = Object.keys(SHORTCUTS) as ShortcutId[];
const PLACES = [...new Set(IDS.map((id) => SHORTCUTS[id].place))];
