/** Buttons, and links that look like them. */
import type { ComponentProps, ReactElement } from "react";
import styles from "./button.module.css";
import { classNames } from "./class-names.ts";

export type ButtonKind = "primary" | "secondary" | "quiet" | "danger";
export type ButtonSize = "small" | "medium" | "large";

interface ButtonProps extends ComponentProps<"button"> {
  readonly kind?: ButtonKind;
  readonly size?: ButtonSize;
}

export function Button({
  kind = "secondary",
  size = "medium",
  className,
  type = "button",
  ...rest
}: ButtonProps): ReactElement {
  return <button type={type} className={classNames(buttonClass(kind, size), className)} {...rest} />;
}

/** For a link that is the way on: the router's Link takes it as className. */
export function buttonClass(kind: ButtonKind = "secondary", size: ButtonSize = "medium"): string {
  return classNames(styles["button"], styles[kind], size !== "medium" && styles[size]);
}
