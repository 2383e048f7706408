/** Lets one page hold every way to another address of the app until a person has decided: links, commands, buttons. */
import type { AroundNavHandler } from "wouter";

/** Takes where the person wants to go; true lets them. */
type Guard = (address: string, isReplacement: boolean) => boolean;

let guard: Guard | null = null;

/** Asks the guard before each navigation until the returned function is called; the newest guard alone is asked. */
export function guardNavigation(ask: Guard): () => void {
  guard = ask;
  return () => {
    if (guard === ask) guard = null;
  };
}

/** For the router around the app. */
export const navigateGuarded: AroundNavHandler = (navigate, to, options) => {
  if (guard?.(to, options?.replace === true) ?? true) navigate(to, options);
};
