import type { ReactElement } from "react";
import { Segmented } from "./segmented.tsx";

/** Equal steps of an axis are equal amounts, or equal ratios. */
export type Scale = "linear" | "log";

interface ScaleSwitchProps {
  readonly scale: Scale;
  readonly onScale: (scale: Scale) => void;
}

export function ScaleSwitch({ scale, onScale }: ScaleSwitchProps): ReactElement {
  return (
    <Segmented
      legend="Scale"
      chosen={scale}
      onChoose={onScale}
      choices={[
        { value: "linear", label: "Linear" },
        { value: "log", label: "Log" },
      ]}
    />
  );
}
