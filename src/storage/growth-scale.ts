/** The scale of growth charts, remembered from one result to the next. */
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
  const { growthScale } = useSyncExternalStore(onMirroredSettings, mirroredSettings);
  const [chosen, setChosen] = useState<GrowthScale | null>(null);
  const choose = useCallback((scale: GrowthScale) => {
    setChosen(scale);
    void saveSetting("growthScale", scale); // refused in a demo session: then it holds for this screen
  }, []);
  return [chosen ?? growthScale ?? suiting, choose];
}
