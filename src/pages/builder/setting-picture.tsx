/**
 * Small pictures of what a setting does, for the eye beside its sentence: they say nothing that the sentence doesn't. A
 * ring is a buy, a dot a sale; a broken line is what the price is held against; a shaded span is time that has to pass.
 */
import type { ReactElement } from "react";
import styles from "./setting-picture.module.css";

type Point = readonly [x: number, y: number];

/** On a sheet of 96 x 44, y downwards. */
interface Drawing {
  readonly price?: string;
  readonly line?: string;
  readonly buy?: Point;
  readonly sale?: Point;
  readonly wait?: { readonly from: number; readonly to: number };
  /** Parts of the account, or days: from the ground up. */
  readonly bars?: readonly Bar[];
}

interface Bar {
  readonly x: number;
  readonly width: number;
  readonly height: number;
  readonly isSoft?: boolean;
}

export type Pictured = keyof typeof DRAWINGS;

export function isPictured(name: string): name is Pictured {
  return Object.hasOwn(DRAWINGS, name);
}

export function SettingPicture({ of }: { readonly of: Pictured }): ReactElement {
  const { price, line, buy, sale, wait, bars = [] }: Drawing = DRAWINGS[of];
  return (
    <svg className={styles["picture"]} viewBox={`0 0 96 ${GROUND}`} aria-hidden="true" focusable="false">
      {wait && (
        <rect className={styles["wait"]} x={wait.from} y="0" width={wait.to - wait.from} height={GROUND} />
      )}
      {bars.map(({ x, width, height, isSoft }) => (
        <rect
          key={x}
          className={styles[isSoft ? "softBar" : "bar"]}
          x={x}
          y={GROUND - height}
          width={width}
          height={height}
        />
      ))}
      {line && <polyline className={styles["line"]} points={line} />}
      {price && <polyline className={styles["price"]} points={price} />}
      {buy && <circle className={styles["buy"]} cx={buy[0]} cy={buy[1]} r="3.5" />}
      {sale && <circle className={styles["sale"]} cx={sale[0]} cy={sale[1]} r="4" />}
    </svg>
  );
}

const GROUND = 44;

/** Sessions of a quarter, three months of four weeks; decisions on each `every`-th of them. */
function sessions(every: number): readonly Bar[] {
  return Array.from({ length: 12 * DAYS_A_WEEK }, (_, day) => {
    const isDecided = day % every === 0;
    return { x: 3 + day * 1.5, width: 1, height: isDecided ? 32 : 10, isSoft: !isDecided };
  });
}

const DAYS_A_WEEK = 5;

const THREE = [8, 38, 68] as const;

/** Three positions, of parts that are so high. */
function parts(heights: readonly [number, number, number]): readonly Bar[] {
  return THREE.map((x, at) => ({ x, width: 20, height: heights[at] ?? 0 }));
}

/** A price that dips below its stop and comes back by the close, then closes below it. */
const DIP = "4,10 16,14 24,20 34,37 44,16 56,12 66,22 78,34 92,38";

const DRAWINGS = {
  "sell.trailingStopLoss": {
    price: "2,34 12,26 22,30 34,16 44,20 56,8 66,16 76,24 92,28",
    line: "2,41 12,41 12,38 34,38 34,30 56,30 56,22 94,22",
    sale: [76, 24],
  },
  "sell.minHoldingDays": {
    price: "2,16 10,14 22,24 34,34 46,28 58,34 70,36 92,30",
    line: "2,28 94,28",
    wait: { from: 10, to: 52 },
    buy: [10, 14],
    sale: [58, 34],
  },
  "sell.stopLoss": {
    price: "2,20 12,14 24,9 36,18 48,13 60,24 72,35 92,38",
    line: "12,30 94,30",
    buy: [12, 14],
    sale: [72, 35],
  },
  "sell.takeProfit": {
    price: "2,36 12,32 24,36 36,26 48,28 62,18 74,8 92,14",
    line: "12,13 94,13",
    buy: [12, 32],
    sale: [74, 8],
  },
  "sell.maxHoldingDays": {
    price: "2,28 12,24 26,28 40,18 54,22 70,16 92,12",
    wait: { from: 12, to: 70 },
    buy: [12, 24],
    sale: [70, 16],
  },
  "sell.coolDownDays": {
    price: "2,12 14,20 26,30 38,24 50,28 62,20 74,24 92,14",
    wait: { from: 26, to: 70 },
    buy: [74, 24],
    sale: [26, 30],
  },
  "at-close": { price: DIP, line: "2,28 94,28", sale: [78, 34] },
  resting: { price: DIP, line: "2,28 94,28", sale: [29, 28] },
  "equal-weight": { bars: parts([26, 26, 26]), line: "4,18 92,18" },
  "percent-of-equity": { bars: parts([18, 18, 18]), line: "4,4 92,4" },
  risk: {
    bars: parts([28, 16, 7]),
    price: "8,10 13,9 18,11 23,9 28,10 38,16 43,10 48,20 53,11 58,17 68,24 73,6 78,30 83,8 88,26",
  },
  daily: { bars: sessions(1) },
  weekly: { bars: sessions(DAYS_A_WEEK) },
  monthly: { bars: sessions(4 * DAYS_A_WEEK) },
  quarterly: { bars: sessions(12 * DAYS_A_WEEK) },
} as const satisfies Readonly<Record<string, Drawing>>;
