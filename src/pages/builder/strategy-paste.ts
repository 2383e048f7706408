/** Where a whole strategy goes that was pasted into the field of a formula, for every such field of the form. */
import { createContext } from "react";

export const StrategyPaste = createContext<((text: string) => void) | undefined>(undefined);
