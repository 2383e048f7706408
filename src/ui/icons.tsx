/** The app's line drawings, 16 units square, in the colour of the text. They are decoration: label the button. */
import {
  Check,
  ChevronDown,
  Clock,
  Copy,
  ExternalLink,
  Filter,
  LogIn,
  Menu,
  PenLine,
  Play,
  Save,
  Search,
  ShieldCheck,
  TestTubeDiagonal,
  ChartLine,
  X,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { ReactElement } from "react";
import styles from "./icons.module.css";

type Icon = () => ReactElement;

export const CloseIcon = icon(X);
export const MenuIcon = icon(Menu);
export const SearchIcon = icon(Search);
export const ChevronIcon = icon(ChevronDown);
export const CheckIcon = icon(Check);
export const ExternalIcon = icon(ExternalLink);
export const CreateIcon = icon(PenLine);
export const SaveIcon = icon(Save);
export const RunIcon = icon(Play);
export const ClockIcon = icon(Clock);
export const ChartIcon = icon(ChartLine);
export const CopyIcon = icon(Copy);
export const FilterIcon = icon(Filter);
export const EntryIcon = icon(LogIn);
export const ShieldIcon = icon(ShieldCheck);
export const TestIcon = icon(TestTubeDiagonal);

/** An icon of the library; hidden from screen readers and never in the tab order, which lucide sees to. */
export function icon(Drawing: LucideIcon): Icon {
  return function Icon() {
    return <Drawing className={styles["icon"]} focusable="false" aria-hidden="true" />;
  };
}

/** The mark: a line that high water left, above the water of today. */
export function LogoMark(): ReactElement {
  return (
    <svg className={styles["logo"]} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path className={styles["mark"]} d="M2 6h5V4h15" />
      <path
        className={styles["water"]}
        d="M2 13c2.5-4 4.500-4 6.600-1s4.200 3 6.200 0 4.200-3.500 7.200-1v9H2z"
      />
    </svg>
  );
}
