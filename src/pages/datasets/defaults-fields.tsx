/** Where the instruments of files that look alike are traded, as what, and in which money: guesses, and questions. */
import type { ReactElement } from "react";
import { knownExchange, ownCurrency } from "#src/format/exchange-currency.ts";
import { Button } from "#src/ui/button.tsx";
import { SelectField } from "#src/ui/field.tsx";
import type { SelectOption } from "#src/ui/field.tsx";
import { OTHER_EXCHANGE, WELL_KNOWN_EXCHANGES } from "#workers/model/exchanges.ts";
import type { Guess } from "#workers/model/import-plan.ts";
import { RATE_TYPE, UNTRADED_TYPES } from "#workers/model/market.ts";
import type { InstrumentDefaults } from "#workers/model/reading.ts";
import { EXCHANGES, INSTRUMENT_TYPES } from "#workers/model/strategy.ts";
import { questionOf } from "./instrument-defaults.ts";
import type { DefaultsSet } from "./instrument-defaults.ts";

const SPECIFIED = new Set<string>(EXCHANGES);
const EXCHANGE_OPTIONS: readonly SelectOption[] = [
  ...EXCHANGES.map((value) => ({ value, label: value })),
  { value: OTHER_EXCHANGE, label: "Another one, or none" },
  ...WELL_KNOWN_EXCHANGES.filter(({ code }) => !SPECIFIED.has(code)).map(({ code, place }) => ({
    value: code,
    label: `${code}, ${place}`,
    group: "Other exchanges",
  })),
];
const TYPE_OPTIONS = [...INSTRUMENT_TYPES, ...UNTRADED_TYPES].map((value) => ({ value, label: value }));
const ONLY_RATE = TYPE_OPTIONS.filter(({ value }) => value === RATE_TYPE);
const HUNDREDTHS: readonly SelectOption[] = WELL_KNOWN_EXCHANGES.flatMap(({ hundredths, currency }) =>
  hundredths === null ? [] : [{ value: hundredths, label: `${hundredths}, hundredths of ${currency}` }],
);
const CURRENCY_OPTIONS: readonly SelectOption[] = [
  ...[...new Set(WELL_KNOWN_EXCHANGES.map(({ currency }) => currency))]
    .toSorted()
    .map((value) => ({ value, label: value })),
  ...HUNDREDTHS,
];

interface DefaultsFieldsProps {
  readonly set: DefaultsSet;
  /** The set's value with what a person changed. */
  readonly value: InstrumentDefaults;
  readonly onChange: (change: Partial<InstrumentDefaults>) => void;
  /** True where it was said, and not known, that the files have rates. */
  readonly isSaid: boolean;
  /** Has the files read as series of rates, whose closes may be any number, or no longer. */
  readonly onRates: (areRates: boolean) => void;
  /** Asks for each file of the set by itself. */
  readonly onSplit: () => void;
}

export function DefaultsFields(props: DefaultsFieldsProps): ReactElement {
  const { set, value, isSaid, onChange, onRates, onSplit } = props;
  const { guess, files } = set;
  if (value.instrumentType === RATE_TYPE) {
    return (
      <SelectField
        label="Instrument type"
        options={isSaid ? TYPE_OPTIONS : ONLY_RATE}
        value={RATE_TYPE}
        hint={
          isSaid
            ? "Rates may be any number, have no exchange, and are never traded."
            : "It is known that these are rates, which are never traded."
        }
        onChange={() => onRates(false)}
      />
    );
  }
  const own = ownCurrency(value.exchange);
  return (
    <>
      <SelectField
        label="Exchange"
        options={withChosen(EXCHANGE_OPTIONS, value.exchange, "Choose the exchange")}
        value={value.exchange}
        hint={hintOf(guess.exchange)}
        onChange={(event) => onChange({ exchange: event.target.value })}
      />
      <SelectField
        label="Instrument type"
        options={TYPE_OPTIONS}
        value={value.instrumentType}
        hint={hintOf(guess.instrumentType)}
        onChange={({ target }) =>
          target.value === RATE_TYPE ? onRates(true) : onChange({ instrumentType: target.value })
        }
      />
      <SelectField
        label="Currency"
        options={
          own === null
            ? withChosen(CURRENCY_OPTIONS, value.currency, "Choose the currency")
            : [
                { value: "", label: `The exchange's own (${own})` },
                ...withChosen(CURRENCY_OPTIONS, value.currency, null),
              ]
        }
        value={value.currency}
        hint={guess.currency ? hintOf(guess.currency) : (hundredthsHint(value.exchange) ?? hintOf(null))}
        onChange={(event) => onChange({ currency: event.target.value })}
      />
      {questionOf(set.value) !== null && files.length > 1 && (
        <div>
          <Button size="small" kind="quiet" onClick={onSplit}>
            Answer for each file
          </Button>
        </div>
      )}
    </>
  );
}

/** The options with one for a value that is not among them. @param ask - what an empty value says; null where it has an option */
function withChosen(
  options: readonly SelectOption[],
  value: string,
  ask: string | null,
): readonly SelectOption[] {
  if (value === "") return ask === null ? options : [{ value, label: ask }, ...options];
  const isKnown = options.some((option) => option.value === value);
  return isKnown ? options : [{ value, label: value }, ...options];
}

function hundredthsHint(exchange: string): string | null {
  const known = knownExchange(exchange);
  if (!known || known.hundredths === null) return null;
  return `Prices from there come in ${known.currency} and in hundredths of it, ${known.hundredths}. The files don't say which.`;
}

function hintOf(guess: Guess | null): string {
  return guess ? `A guess, from ${guess.from}.` : "The files don't say it.";
}
