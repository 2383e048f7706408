/** Numbers by a person's own code: added, named, written, copied, switched off, deleted and brought back. */
import { useContext, useEffect, useMemo, useRef, useState } from "react";
import type { ReactElement } from "react";
import { useWatch } from "react-hook-form";
import { useSearchParams } from "wouter";
import page from "#src/ui/page.module.css";
import { useStatus } from "#src/ui/status-messages.tsx";
import { countOf } from "#src/format/number.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import type { CodeExample } from "#src/code/examples.ts";
import { noteWritten } from "#src/code/own-consent.ts";
import { STARTERS } from "#src/code/starters.ts";
import { MOST_FIELDS } from "#workers/model/computed-field.ts";
import type { BuilderForm } from "../form-fields.tsx";
import { PreviewContext } from "../use-preview.ts";
import { AddNumber } from "./add-number.tsx";
import { freeName, isFull, withCopy } from "./number-list.ts";
import { OwnNumberRow } from "./own-number-row.tsx";
import { problemsOf, tryable } from "./own-numbers.ts";
import type { NumberProblem, OwnNumber } from "./own-numbers.ts";
import styles from "./own-numbers.module.css";
import { usesInForm } from "../number-uses.ts";

export interface OwnNumbersProps {
  readonly form: BuilderForm;
  /** null for one that is gone. */
  readonly dataset: Dataset | null;
  /** How often a field was in the way of saving: the first wrong number is opened then. */
  readonly attempts: number;
}

/** The number whose source is shown; another key makes its editor anew. */
interface Open {
  readonly at: number;
  readonly key: number;
}

export function OwnNumbersList({ form, dataset, attempts }: OwnNumbersProps): ReactElement {
  const { control } = form;
  const [numbers, rules, simulation] = useWatch({
    control,
    name: ["computed", "rules", "simulation"],
  });
  const [params] = useSearchParams();
  const [open, setOpen] = useState(() => openByName(numbers, params.get("number")));
  const add = useRef<HTMLButtonElement>(null);
  const problems = useMemo(() => problemsOf(numbers), [numbers]);
  const refused = useRefused(numbers, problems);
  const uses = useMemo(() => usesInForm({ rules, simulation }), [rules, simulation]);
  const desk = useListDesk(form, open, setOpen);
  useFirstWrong(attempts, problems, (at) => open?.at !== at && desk.show(at));
  const discard = (at: number) => {
    desk.discard(at);
    add.current?.focus(); // the button that had the focus goes with its row
  };
  return (
    <section className={page["close"]} aria-labelledby="own-numbers">
      <h3 id="own-numbers" className={styles["title"]}>
        Your own numbers
      </h3>
      <p className={page["soft"]}>
        Numbers that rules can't say, as code of your own. Rules of every step name them like any other
        number: <code>myScore &gt; 0.7</code>.
      </p>
      {numbers.length > 0 && (
        <ul className={styles["list"]}>
          {numbers.map((number, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- they are told apart by their places, as in the strategy
            <li key={at} className={styles["item"]}>
              <OwnNumberRow
                number={number}
                at={at}
                uses={uses.get(number.name.trim().toLowerCase()) ?? []}
                problems={problems.get(at) ?? NONE}
                refusal={refused?.at === at ? refused.message : null}
                hides={hiddenFact(number, dataset)}
                editorKey={open?.at === at ? open.key : null}
                form={form}
                dataset={dataset}
                isFull={isFull(numbers)}
                actions={{
                  change: (after) => desk.change(at, after),
                  toggle: () => desk.toggle(at),
                  copy: () => desk.copy(at),
                  discard: () => discard(at),
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <AddNumber
        ref={add}
        isFull={isFull(numbers)}
        onEmpty={(language) => desk.add({ name: "own", language, source: STARTERS[language], off: false })}
        onExample={({ name, language, source }: CodeExample) =>
          desk.add({ name, language, source, off: false })
        }
      />
      {isFull(numbers) && (
        <p className={page["soft"]}>A strategy may have {countOf(MOST_FIELDS, "number")} of your own.</p>
      )}
    </section>
  );
}

/** The number that the address names, as a failed run's page does; null where none is called so any more. */
function openByName(numbers: readonly OwnNumber[], name: string | null): Open | null {
  const at = numbers.findIndex((number) => number.name === name);
  return at < 0 ? null : { at, key: 0 };
}

/** What the buttons do with the list, and with what is open of it. */
function useListDesk(
  form: BuilderForm,
  open: Open | null,
  setOpen: (next: (before: Open | null) => Open | null) => void,
) {
  const showStatus = useStatus();
  const now = () => form.getValues("computed");
  const put = (after: OwnNumber[]) =>
    form.setValue("computed", after, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  const show = (at: number) => setOpen((before) => ({ at, key: (before?.key ?? 0) + 1 }));
  return {
    show,
    /** Under its name, or one like it that is free. */
    add: (made: OwnNumber) => {
      noteWritten(tryable(made));
      const after = [...now(), { ...made, name: freeName(made.name, now()) }];
      put(after);
      show(after.length - 1);
    },
    change: (at: number, number: OwnNumber) => put(now().with(at, number)),
    toggle: (at: number) => (open?.at === at ? setOpen(() => null) : show(at)),
    copy: (at: number) => {
      put(withCopy(now(), at));
      show(at + 1);
    },
    discard: (at: number) => {
      const gone = now()[at];
      if (!gone) return;
      put(now().toSpliced(at, 1));
      setOpen((before) => (before === null || before.at === at ? null : moved(before, at, -1)));
      const act = () => {
        if (isFull(now())) {
          showStatus(`There is no room for it any more: a strategy may have ${MOST_FIELDS} of them.`);
          return;
        }
        put(now().toSpliced(at, 0, gone));
        setOpen((before) => before && moved(before, at, 1));
      };
      showStatus(`${gone.name.trim() || "The number"} deleted.`, { label: "Undo", act });
    },
  };
}

const NONE: readonly NumberProblem[] = [];

/** The same number after a row was put in at a place, or taken out there. */
function moved(open: Open, at: number, by: 1 | -1): Open {
  return open.at >= at ? { ...open, at: open.at + by } : open;
}

/** Opens the first number that keeps the strategy from being saved, each time that somebody tries. */
function useFirstWrong(
  attempts: number,
  problems: ReadonlyMap<number, readonly NumberProblem[]>,
  show: (at: number) => unknown,
): void {
  const told = useRef(attempts);
  useEffect(() => {
    if (told.current === attempts) return;
    told.current = attempts;
    const first = Math.min(...problems.keys());
    if (Number.isFinite(first)) show(first);
  });
}

/** What the counts were refused for, where that is the fault of one of the numbers. */
function useRefused(
  numbers: readonly OwnNumber[],
  problems: ReadonlyMap<number, unknown>,
): { readonly at: number; readonly message: string } | null {
  const { problem } = useContext(PreviewContext);
  const [, place] = /^computed\[(\d+)\]/.exec(problem?.place ?? "") ?? [];
  if (!problem || place === undefined) return null;
  const counted = [...numbers.keys()].filter((at) => !problems.has(at)); // the others were left out of the counts
  const at = counted[Number(place)];
  return at === undefined ? null : { at, message: problem.message };
}

/** The name of the data's fact that rules no longer see. */
function hiddenFact({ name, off }: OwnNumber, dataset: Dataset | null): string | null {
  if (off) return null;
  const wanted = name.trim().toLowerCase();
  return dataset?.factNames.find((fact) => fact.name.toLowerCase() === wanted)?.name ?? null;
}
