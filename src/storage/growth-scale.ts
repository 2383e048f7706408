/** What a person chose for growth charts, remembered from one result to the next. */
import { useCallback, useState, useSyncExternalStore } from "react";
import { mirroredSettings, onMirroredSettings } from "./settings-mirror.ts";
import type { ScreenSettings } from "./settings-mirror.ts";
import { saveSetting } from "./settings.ts";

type GrowthScale = NonNullable<ScreenSettings["growthScale"]>;

/**
 * @param suiting - where a person has chosen none
 * @returns the scale, and how to choose another: for the screen at once, and for later ones where it can be stored
 */
export function useGrowthScale(suiting: GrowthScale): readonly [GrowthScale, (scale: GrowthScale) => void] {
  const [scale, choose] = useRemembered(
    useSyncExternalStore(onMirroredSettings, mirroredSettings).growthScale,
    saveScale,
  );
  return [scale ?? suiting, choose];
}

/** The scale where nothing is chosen on the way, as in a saved file. @param suiting - as in useGrowthScale() */
export function storedGrowthScale(suiting: GrowthScale): GrowthScale {
  return mirroredSettings().growthScale ?? suiting;
}

/** Whether the line of the average share is drawn, and how to switch it, likewise. */
export function useAverageLine(): readonly [boolean, (isDrawn: boolean) => void] {
  return useRemembered(useSyncExternalStore(onMirroredSettings, mirroredSettings).growthAverage, saveAverage);
}

const saveScale = (scale: GrowthScale | null) => saveSetting("growthScale", scale);
const saveAverage = (isDrawn: boolean) => saveSetting("growthAverage", isDrawn);

/** @param save - the same one each time */
function useRemembered<Value>(
  stored: Value,
  save: (value: Value) => Promise<unknown>,
): readonly [Value, (value: Value) => void] {
  const [chosen, setChosen] = useState<{ readonly value: Value } | null>(null);
  const choose = useCallback(
    (value: Value) => {
      setChosen({ value });
      void save(value); // refused in a demo session: then it holds for this screen
    },
    [save],
  );
  return [chosen ? chosen.value : stored, choose];
}
