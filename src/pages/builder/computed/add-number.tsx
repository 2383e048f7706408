/** The button that adds a number: an empty one in a language, or one of the examples. */
import { Plus } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useState } from "react";
import type { ReactElement, Ref } from "react";
import { LANGUAGE_NAMES } from "#src/code/bars-table.ts";
import type { CodeLanguage } from "#src/code/bars-table.ts";
import { CODE_EXAMPLES } from "#src/code/examples.ts";
import type { CodeExample } from "#src/code/examples.ts";
import { Button } from "#src/ui/button.tsx";
import menu from "#src/ui/download-menu.module.css";
import { icon } from "#src/ui/icons.tsx";
import { LANGUAGES } from "#workers/model/computed-field.ts";
import styles from "./own-numbers.module.css";

const PlusIcon = icon(Plus);

interface AddNumberProps {
  readonly ref: Ref<HTMLButtonElement>;
  readonly isFull: boolean;
  readonly onEmpty: (language: CodeLanguage) => void;
  readonly onExample: (example: CodeExample) => void;
}

export function AddNumber({ ref, isFull, onEmpty, onExample }: AddNumberProps): ReactElement {
  const [wasChosen, setWasChosen] = useState(false);
  return (
    <div>
      <DropdownMenu.Root modal={false} onOpenChange={(isOpen) => isOpen && setWasChosen(false)}>
        <DropdownMenu.Trigger asChild>
          <Button ref={ref} disabled={isFull}>
            <PlusIcon />
            Add a number of your own
          </Button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Content
          className={`${menu["list"] ?? ""} ${styles["menu"] ?? ""}`}
          align="start"
          sideOffset={4}
          collisionPadding={{ top: 72, bottom: 16, left: 16, right: 16 }} // the page's header stays in sight
          onCloseAutoFocus={(event) => wasChosen && event.preventDefault()} // the new number has the focus
        >
          <DropdownMenu.Group>
            <DropdownMenu.Label className={styles["menuTitle"]}>Empty</DropdownMenu.Label>
            {LANGUAGES.map((language) => (
              <DropdownMenu.Item
                key={language}
                className={menu["item"]}
                onSelect={() => {
                  setWasChosen(true);
                  onEmpty(language);
                }}
              >
                {LANGUAGE_NAMES[language]}
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Group>
          <DropdownMenu.Group data-part="examples">
            <DropdownMenu.Label className={styles["menuTitle"]}>Examples that run</DropdownMenu.Label>
            {CODE_EXAMPLES.map((example) => (
              <DropdownMenu.Item
                key={example.name}
                className={menu["item"]}
                onSelect={() => {
                  setWasChosen(true);
                  onExample(example);
                }}
              >
                <span className={styles["exampleTitle"]}>{example.title}</span>
                <span className={styles["exampleWords"]}>{example.sentence}</span>
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Group>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
    </div>
  );
}
