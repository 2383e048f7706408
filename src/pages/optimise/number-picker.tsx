/** The strategy's own sentences, in which each number is a button: a click makes it one of the two that are varied. */
import type { ReactElement } from "react";
import { formulaPieces, sentencePieces } from "#src/format/number-places.ts";
import type { TextPiece } from "#src/format/number-places.ts";
import { figureName, textName, targetName, valueText } from "#src/format/target-text.ts";
import page from "#src/ui/page.module.css";
import type { Strategy } from "#workers/model/strategy.ts";
import { fieldValue, placesOf, targetKey, textAt } from "#workers/model/variant-grid.ts";
import type { AxisTarget } from "#workers/model/variant-grid.ts";
import styles from "./number-picker.module.css";

interface NumberPickerProps {
  readonly strategy: Strategy;
  readonly targets: readonly AxisTarget[];
  readonly currency: string;
  /** Keys of those that are varied. */
  readonly chosen: ReadonlySet<string>;
  readonly disabled: boolean;
  readonly onPick: (target: AxisTarget) => void;
}

export function NumberPicker(props: NumberPickerProps): ReactElement {
  const { strategy, targets, currency } = props;
  const places = [...new Set(targets.flatMap(({ field, number }) => (number === undefined ? [] : [field])))];
  const settings = targets.flatMap((target) => {
    if (target.number !== undefined) return [];
    const value = fieldValue(strategy, target);
    return value === null ? [] : [{ target, value, label: figureName(target.field) }];
  });
  return (
    <div className={page["close"]}>
      <p className={page["soft"]}>
        Click the numbers to vary, one or two; a click on a chosen one leaves it as it is.
      </p>
      {places.length > 0 && (
        <ul className={styles["rules"]}>
          {places.map((place) => {
            const rule = textAt(strategy, place) ?? "";
            return (
              <li key={place}>
                <span className={page["small"]}>{textName(place, strategy)}</span>
                <span>
                  <Pieces {...props} place={place} pieces={sentencePieces(place, rule)} />
                </span>
                <code className={page["soft"]}>
                  <Pieces {...props} place={place} pieces={formulaPieces(rule)} />
                </code>
              </li>
            );
          })}
        </ul>
      )}
      <ul className={styles["settings"]}>
        {settings.map(({ target, value, label }) => (
          <li key={target.field}>
            {label} <PickButton {...props} target={target} text={valueText(target, value, currency)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface PiecesProps extends NumberPickerProps {
  readonly place: string;
  readonly pieces: readonly TextPiece[];
}

function Pieces({ place, pieces, ...picker }: PiecesProps): ReactElement {
  const keyed = pieces.map((piece, at) => ({ ...piece, key: String(at) })); // a piece has no name but its place
  return (
    <>
      {keyed.map(({ key, text, number }) => {
        const target = number === null ? undefined : targetAt(picker, place, number);
        return target ? (
          <PickButton key={key} {...picker} target={target} text={text} />
        ) : (
          <span key={key}>{text}</span>
        );
      })}
    </>
  );
}

/** What a click on a number varies: it alone where that was chosen, else all that are one with it. */
function targetAt({ targets, chosen }: NumberPickerProps, place: string, number: number) {
  const holding = targets.filter((target) =>
    placesOf(target).some((one) => one.field === place && one.number === number),
  );
  return holding.find((target) => chosen.has(targetKey(target))) ?? holding[0];
}

interface PickButtonProps extends NumberPickerProps {
  readonly target: AxisTarget;
  readonly text: string;
}

function PickButton({ strategy, chosen, disabled, onPick, target, text }: PickButtonProps): ReactElement {
  return (
    <button
      type="button"
      className={styles["number"]}
      aria-pressed={chosen.has(targetKey(target))}
      aria-label={`${text}, ${targetName(target, strategy)}`}
      disabled={disabled}
      onClick={() => onPick(target)}
    >
      {text}
    </button>
  );
}
