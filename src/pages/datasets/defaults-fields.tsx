/** Where the instruments of files that look alike are traded, as what, and in which money: guesses, and questions. */
import type { ReactElement } from "react";
import { currencyOfExchange } from "#src/format/money.ts";
import { Button } from "#src/ui/button.tsx";
import { SelectField } from "#src/ui/field.tsx";
import type { Guess } from "#workers/model/import-plan.ts";
import { INDEX_TYPE } from "#workers/model/market.ts";
import type { InstrumentDefaults } from "#workers/model/reading.ts";
import { EXCHANGES, INSTRUMENT_TYPES } from "#workers/model/strategy.ts";
import type { DefaultsSet } from "./instrument-defaults.ts";

const EXCHANGE_OPTIONS = EXCHANGES.map((value) => ({ value, label: value }));
const UNKNOWN_EXCHANGE = { value: "", label: "Choose the exchange" };
const TYPE_OPTIONS = [...INSTRUMENT_TYPES, INDEX_TYPE].map((value) => ({ value, label: value }));
const CURRENCIES = ["INR", "USD", "EUR", "GBP", "JPY"];

interface DefaultsFieldsProps {
  readonly set: DefaultsSet;
  /** The set's value with what a person changed. */
  readonly value: InstrumentDefaults;
  readonly onChange: (change: Partial<InstrumentDefaults>) => void;
  /** Asks for each file of the set by itself. */
  readonly onSplit: () => void;
}

export function DefaultsFields({ set, value, onChange, onSplit }: DefaultsFieldsProps): ReactElement {
  const { guess, files } = set;
  return (
    <>
      <SelectField
        label="Exchange"
        options={value.exchange === "" ? [UNKNOWN_EXCHANGE, ...EXCHANGE_OPTIONS] : EXCHANGE_OPTIONS}
        value={value.exchange}
        hint={hintOf(guess.exchange)}
        onChange={(event) => onChange({ exchange: event.target.value })}
      />
      <SelectField
        label="Instrument type"
        options={TYPE_OPTIONS}
        value={value.instrumentType}
        hint={hintOf(guess.instrumentType)}
        onChange={(event) => onChange({ instrumentType: event.target.value })}
      />
      <SelectField
        label="Currency"
        options={[
          { value: "", label: ownCurrencyLabel(value.exchange) },
          ...CURRENCIES.map((one) => ({ value: one, label: one })),
        ]}
        value={value.currency}
        hint={hintOf(guess.currency)}
        onChange={(event) => onChange({ currency: event.target.value })}
      />
      {set.value.exchange === "" && files.length > 1 && (
        <div>
          <Button size="small" kind="quiet" onClick={onSplit}>
            Answer for each file
          </Button>
        </div>
      )}
    </>
  );
}

function ownCurrencyLabel(exchange: string): string {
  return exchange === "" ? "The exchange's own" : `The exchange's own (${currencyOfExchange(exchange)})`;
}

function hintOf(guess: Guess | null): string {
  return guess ? `A guess, from ${guess.from}.` : "The files don't say it.";
}
