import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { formatMoney } from "#src/format/money.ts";
import { formatCount } from "#src/format/number.ts";
import { shown } from "#src/format/shown.ts";
import { FactList } from "#src/ui/fact-list.tsx";
import type { Strategy } from "#workers/model/strategy.ts";
import type { Why } from "#workers/model/why.ts";
import { BuyRules, ScannerRules, SellRules } from "../day-rules.tsx";
import { explainInWords } from "../why-text.ts";
import styles from "./why-part.module.css";

interface WhyAnswerProps {
  readonly why: Why;
  readonly strategy: Strategy;
}

/** The sentence first, then what it rests on. */
export function WhyAnswer({ why, strategy }: WhyAnswerProps): ReactElement {
  const { account, currency } = why;
  const money = (value: number | null) => formatMoney(value, currency, 0);
  return (
    <>
      <p className={styles["sentence"]}>
        {shown(why.label)}, {formatDay(why.date)}: {explainInWords(why, strategy).join(" ")}
      </p>
      <ScannerRules why={why} strategy={strategy} />
      <BuyRules why={why} strategy={strategy} />
      {why.position && <SellRules position={why.position} currency={currency} />}
      <FactList
        facts={[
          { name: "Close", value: formatMoney(why.close, currency, 2) },
          { name: "Met the rules", value: formatCount(account.candidates) },
          {
            name: "Open positions",
            value: `${formatCount(account.openPositions)} of ${formatCount(account.maxPositions)}`,
          },
          { name: "Places to fill", value: formatCount(account.freeSlots) },
          { name: "A place", value: money(account.slotValue) },
          { name: "Cash", value: money(account.cash) },
          { name: "Equity", value: money(account.equity) },
        ]}
      />
    </>
  );
}
