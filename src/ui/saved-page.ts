import { createContext } from "react";

/** Whether parts are drawn for a file that is saved: no script is in it, so nothing can be pressed, and all rows stand there. */
export const SavedPage = createContext(false);
