import { useMemo } from "react";
import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { formatMoney, formatPrice, formatQuantity } from "#src/format/money.ts";
import { formatPercentChange } from "#src/format/number.ts";
import type { DeploymentHead } from "#src/storage/deployment-record.ts";
import { Change } from "#src/ui/change.tsx";
import { Panel } from "#src/ui/panel.tsx";
import type { PhoneLayout, TableColumn } from "#src/ui/table-column.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { DeploymentPosition } from "#workers/model/deployment.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { restingStops, stopsText } from "./orders.ts";

interface PositionsPartProps {
  readonly head: DeploymentHead;
  readonly positions: readonly DeploymentPosition[];
  readonly currency: string;
}

/** What is held, and where its stops are. */
export function PositionsPart({ head, positions, currency }: PositionsPartProps): ReactElement | null {
  const strategy = useMemo(() => parseStrategy(head.strategy), [head.strategy]);
  if (!strategy.ok || positions.length === 0) return null;
  const stopsOf = (position: DeploymentPosition) =>
    stopsText(restingStops(position, strategy.value), currency);
  const hasStops = positions.some((position) => stopsOf(position) !== "");
  const columns = columnsOf(currency, strategy.value);
  return (
    <Panel title="Open positions">
      <WindowedTable
        label="Open positions"
        columns={hasStops ? [...columns, { title: stopsTitle(strategy.value), cell: stopsOf }] : columns}
        rows={positions}
        rowKey={({ instrument }) => instrument}
        phone={phoneOf(currency, stopsOf)}
        dense
      />
    </Panel>
  );
}

function stopsTitle({ sell }: Strategy): string {
  return sell.stopOrders === "resting" ? "Resting orders" : "Sold at a close beyond";
}

function columnsOf(currency: string, { simulation }: Strategy): readonly TableColumn<DeploymentPosition>[] {
  const isAddedTo = simulation.positionSizing === "weights";
  return [
    { title: "Instrument", cell: ({ instrument }) => instrument },
    { title: "Since", cell: ({ entryDate }) => formatDay(entryDate) },
    { title: "Quantity", end: true, cell: ({ quantity }) => formatQuantity(quantity, currency) },
    {
      title: isAddedTo ? "Paid on average" : "Paid",
      end: true,
      cell: ({ entryPrice }) => formatPrice(entryPrice, currency),
    },
    {
      title: "Last close",
      end: true,
      cell: ({ close, closeDate }) => (
        <span title={formatDay(closeDate)}>{formatPrice(close, currency)}</span>
      ),
    },
    {
      title: "Value",
      end: true,
      cell: ({ quantity, close }) => formatMoney(quantity * close, currency, 0),
    },
    {
      title: "Change",
      end: true,
      cell: ({ entryPrice, close }) => {
        const change = (close / entryPrice - 1) * 100;
        return <Change value={change} text={formatPercentChange(change, 1)} />;
      },
    },
  ];
}

/** @param stopsOf - "" for none */
function phoneOf(
  currency: string,
  stopsOf: (position: DeploymentPosition) => string,
): PhoneLayout<DeploymentPosition> {
  return {
    figure: "Value",
    second: "Change",
    detail: (position) =>
      [
        stopsOf(position),
        `${formatQuantity(position.quantity, currency)} since ${formatDay(position.entryDate)}`,
      ]
        .filter((text) => text !== "")
        .join(", "),
  };
}
