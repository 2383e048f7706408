import { memo, useContext, useState } from "react";
import type { ClipboardEvent, ReactElement } from "react";
import { upperFirst } from "#src/format/first-letter.ts";
import { FormulaField } from "#src/formula/formula-field.tsx";
import { Button } from "#src/ui/button.tsx";
import { TextField } from "#src/ui/field.tsx";
import { CloseIcon } from "#src/ui/icons.tsx";
import { VisuallyHidden } from "#src/ui/visually-hidden.tsx";
import { checkNumber } from "#workers/rules/check.ts";
import { weightOfLine } from "#workers/words/sentences.ts";
import { DatasetNames } from "../dataset-names.ts";
import { StrategyPaste } from "../strategy-paste.ts";
import styles from "./portfolio.module.css";
import type { TypedWeight } from "./portfolio-values.ts";
import { SymbolField } from "./symbol-field.tsx";
import { Gap, Handle } from "./weight-drag.tsx";
import { isPlain } from "./weight-sums.ts";

/** What a row does to the list. */
export interface RowActions {
  readonly change: (at: number, change: Partial<TypedWeight>) => void;
  readonly remove: (at: number) => void;
  /** A row names an instrument of the data now. */
  readonly meant: () => void;
  /** @returns whether the text was a sheet, which the list took */
  readonly paste: (at: number, text: string) => boolean;
  readonly check: () => void;
  /** Moves a row to another place and leaves the focus on its handle. */
  readonly move: (from: number, to: number) => void;
}

interface WeightRowProps extends TypedWeight {
  /** From 0. */
  readonly at: number;
  readonly arePercents: boolean;
  /** What the row comes to: "60%"; null where it says so itself. */
  readonly share: string | null;
  readonly symbolError: string | undefined;
  readonly weightError: string | undefined;
  /** The same object for as long as the list is shown: a key draws one row. */
  readonly actions: RowActions;
}

/** An instrument and how much of it: a number, or a formula. */
export const WeightRow = memo(function WeightRow(props: WeightRowProps): ReactElement {
  const { at, symbol, weight, arePercents, share, symbolError, weightError, actions } = props;
  const [asksForFormula, setAsksForFormula] = useState(false);
  const [isTyping, setTyping] = useState(false);
  const row = at + 1;
  const isFormula = !isTyping && (asksForFormula || (weight.trim() !== "" && !isPlain(weight)));
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    if (actions.paste(at, event.clipboardData.getData("text/plain"))) event.preventDefault();
  };
  return (
    <li className={styles["row"]} aria-label={symbol.trim() || `Row ${row}`}>
      <Gap at={at} />
      <Handle at={at} name={symbol.trim() || `row ${row}`} onStep={(by) => actions.move(at, at + by)} />
      <SymbolField
        label={
          <>
            Symbol<VisuallyHidden> of row {row}</VisuallyHidden>
          </>
        }
        value={symbol}
        error={symbolError}
        onChange={(typed) => actions.change(at, { symbol: typed })}
        onMeant={actions.meant}
        onLeave={actions.check}
        onPaste={paste}
      />
      {isFormula ? (
        <FormulaWeight
          label={`Formula of row ${row}`}
          value={weight}
          error={weightError}
          onChange={(typed) => actions.change(at, { weight: typed })}
          onLeave={() => {
            setAsksForFormula(false);
            actions.check();
          }}
        />
      ) : (
        <TextField
          type="text"
          inputMode="decimal"
          label={
            <>
              {arePercents ? "Percent" : "Parts"}
              <VisuallyHidden> of row {row}</VisuallyHidden>
            </>
          }
          {...(arePercents && { unitAfter: "%" })}
          hint={share === null ? undefined : `= ${share}`}
          error={weightError}
          value={weight}
          onChange={(event) => actions.change(at, { weight: event.target.value })}
          onFocus={() => setTyping(true)}
          onBlur={() => {
            setTyping(false);
            actions.check();
          }}
          onPaste={paste}
        />
      )}
      <RowButtons
        row={row}
        name={symbol.trim() || `row ${row}`}
        isFormula={isFormula}
        onSwitch={() => {
          if (isFormula) actions.change(at, { weight: "" });
          setAsksForFormula(!isFormula);
        }}
        onRemove={() => actions.remove(at)}
      />
    </li>
  );
});

interface RowButtonsProps {
  readonly row: number;
  readonly name: string;
  readonly isFormula: boolean;
  readonly onSwitch: () => void;
  readonly onRemove: () => void;
}

function RowButtons({ row, name, isFormula, onSwitch, onRemove }: RowButtonsProps): ReactElement {
  return (
    <div className={styles["rowButtons"]}>
      <Button size="small" kind="quiet" onClick={onSwitch}>
        {isFormula ? "123" : "ƒx"}
        <VisuallyHidden>, {isFormula ? `row ${row} by a number` : `row ${row} by a formula`}</VisuallyHidden>
      </Button>
      <Button size="small" kind="quiet" aria-label={`Remove ${name}`} onClick={onRemove}>
        <CloseIcon />
      </Button>
    </div>
  );
}

interface FormulaWeightProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onLeave: () => void;
}

/** How much of something by a formula, with its meaning in words below it. */
export function FormulaWeight({ label, value, error, onChange, onLeave }: FormulaWeightProps): ReactElement {
  const names = useContext(DatasetNames);
  const onStrategyPasted = useContext(StrategyPaste);
  const typed = value.trim();
  return (
    <FormulaField
      label={label}
      hint={checkNumber(typed).ok ? `${upperFirst(weightOfLine(typed))}.` : undefined}
      placeholder="1 / volatility(60)"
      value={value}
      onChange={onChange}
      onBlur={onLeave}
      isPlainAtRest
      wants="number"
      place="simulation"
      names={names}
      onStrategyPasted={onStrategyPasted}
      error={error === undefined ? undefined : { message: error, column: 1 }}
    />
  );
}
