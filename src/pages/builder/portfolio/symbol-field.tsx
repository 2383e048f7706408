import { useContext, useId, useMemo, useState } from "react";
import type { ClipboardEvent, ReactElement, ReactNode } from "react";
import { formatDay } from "#src/format/day.ts";
import { shownName } from "#src/format/shown.ts";
import { Button } from "#src/ui/button.tsx";
import { TextField } from "#src/ui/field.tsx";
import page from "#src/ui/page.module.css";
import type { ListedInstrument } from "#workers/model/instruments.ts";
import { Listed, meantBy, nearestListed, offeredFor } from "./listed.ts";
import styles from "./portfolio.module.css";

interface SymbolFieldProps {
  readonly label: ReactNode;
  readonly value: string;
  /** The offered ones; all of the data's without it. */
  readonly among?: (instrument: ListedInstrument) => boolean;
  readonly hint?: string;
  readonly error: string | undefined;
  readonly onChange: (symbol: string) => void;
  /** The person is done, and the symbol is one of the data. */
  readonly onMeant?: () => void;
  readonly onLeave?: () => void;
  readonly onPaste?: (event: ClipboardEvent<HTMLInputElement>) => void;
}

/** A symbol of the data, found by itself or by the instrument's name; one that the data lacks gets the nearest offered. */
export function SymbolField(props: SymbolFieldProps): ReactElement {
  const { label, value, among, hint, error, onChange, onMeant, onLeave, onPaste } = props;
  const listed = useContext(Listed);
  const listId = useId();
  const [isActive, setActive] = useState(false);
  const instruments = listed === null ? [] : among ? listed.all.filter(among) : listed.traded;
  const found = listed?.find(value);
  const isUnknown = listed !== null && value.trim() !== "" && !found;
  const isAsked = isUnknown && !isActive;
  // two hundred unknown ones against a whole market take a while
  const nearest = useMemo(
    () => (isAsked && listed !== null ? nearestListed(value, listed) : null),
    [isAsked, value, listed],
  );
  const take = (instrument: ListedInstrument) => {
    if (instrument.symbol !== value) onChange(instrument.symbol);
    onMeant?.();
  };
  const leave = () => {
    setActive(false);
    const meant = meantBy(value, instruments);
    if (meant) take(meant);
    onLeave?.();
  };
  const missing = isUnknown && !isActive ? "Not in this data." : undefined;
  return (
    <div className={styles["symbol"]}>
      <TextField
        label={label}
        list={listId}
        spellCheck={false}
        autoCapitalize="characters"
        placeholder="Symbol or name"
        hint={found ? aboutOf(found) : hint}
        error={error ?? missing}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          const picked = listed?.find(event.target.value);
          if (picked) onMeant?.(); // chosen out of the list, or typed in full
        }}
        onFocus={() => setActive(true)}
        onBlur={leave}
        onPaste={onPaste}
      />
      <datalist id={listId}>
        {isActive &&
          offeredFor(value, instruments).map((each) => (
            <option key={each.symbol} value={each.symbol}>
              {shownName(aboutOf(each))}
            </option>
          ))}
      </datalist>
      {nearest !== null && (
        <p className={page["small"]}>
          <Button
            size="small"
            onClick={() => {
              const instrument = listed?.find(nearest);
              if (instrument) take(instrument);
            }}
          >
            Use {nearest}
          </Button>
        </p>
      )}
    </div>
  );
}

/** "Tide bond fund, prices since 03/01/2000". */
function aboutOf({ symbol, name, firstDate }: ListedInstrument): string {
  const known = name === "" || name === symbol ? "" : `${name}, `;
  return firstDate === null ? `${known}no prices` : `${known}prices since ${formatDay(firstDate)}`;
}
