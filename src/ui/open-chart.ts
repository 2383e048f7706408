/** What every chart of the library has in common: how it behaves, its background and its clock. */
import { createChartEx, defaultHorzScaleBehavior } from "lightweight-charts";
import type {
  ChartOptions,
  DeepPartial,
  IChartApiBase,
  IHorzScaleBehavior,
  TickMarkWeightValue,
  Time,
  TimeMark,
  UTCTimestamp,
} from "lightweight-charts";
import { isDrawable } from "./drawable.ts";

const SECONDS_PER_DAY = 86_400;

/** CSS pixels; what most prices take. A scale that grows when they come makes the library lay out the chart again. */
const PRICE_SCALE_WIDTH = 64;

interface ChartTerms {
  readonly formatDay: (epochDay: number) => string;
  /** Shares of a pane's height that stay free above and below its curves. */
  readonly scaleMargins: { readonly top: number; readonly bottom: number };
  /** Beside what all charts have. */
  readonly timeScale: DeepPartial<ChartOptions["timeScale"]>;
}

/** As wide and high as `host`; the page scrolls on under the mouse wheel. */
export function openChart(
  host: HTMLElement,
  { formatDay, scaleMargins, timeScale }: ChartTerms,
): IChartApiBase {
  const isCalm = globalThis.matchMedia("(prefers-reduced-motion: reduce)").matches;
  return createChartEx(host, wholeLabels(), {
    autoSize: true,
    layout: {
      attributionLogo: false, // the component has the logo
      fontFamily: getComputedStyle(host).fontFamily,
      panes: { enableResize: false },
    },
    localization: {
      locale: "en", // as the page; the browser's own may be a word that is no language, "C"
      timeFormatter: (time: unknown) => formatDay(toEpochDay(time)),
    },
    rightPriceScale: { borderVisible: false, scaleMargins, minimumWidth: PRICE_SCALE_WIDTH },
    timeScale: { borderVisible: false, lockVisibleTimeRangeOnResize: true, ...timeScale },
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false },
    kineticScroll: { touch: !isCalm, mouse: false },
  });
}

/**
 * The library's time scale, which moves no label of a time into sight that the edge of the chart cuts, but at the ends of
 * the data. It asks for the greatest weight before it draws the labels; here they are all told to stay whole.
 */
function wholeLabels(): IHorzScaleBehavior<Time> {
  const TimeScale = defaultHorzScaleBehavior();
  return new (class extends TimeScale {
    override maxTickMarkWeight(marks: TimeMark[]): TickMarkWeightValue {
      for (const mark of marks) mark.needAlignCoordinate = true;
      return super.maxTickMarkWeight(marks);
    }
  })();
}

/** For curves over thousands of sessions, which are all in sight at first and never left behind. */
export const WHOLE_PERIOD = {
  minBarSpacing: 0.01,
  enableConflation: true,
  fixLeftEdge: true,
  fixRightEdge: true,
} as const;

/** More than a chart is wide; each point costs time when it is set and drawn. */
export const MOST_POINTS = 1200;

/**
 * Paints the chart now and whenever the page's colours change; the returned function ends that.
 *
 * @param paint - gives the chart the colours that the style sheet says
 */
export function keepPainted(chart: IChartApiBase, paint: () => void): () => void {
  paint();
  return onColorSchemeChange((isForPaper) => {
    paint();
    if (isForPaper) chart.takeScreenshot(); // which draws at once, where all else waits for a frame
  });
}

/** Takes text, grid and separators from the host's own text and border. */
export function paintBackground(chart: IChartApiBase, own: CSSStyleDeclaration): void {
  const grid = { color: own.borderTopColor };
  chart.applyOptions({
    layout: {
      background: { color: "transparent" },
      textColor: own.color,
      panes: { separatorColor: own.borderTopColor },
    },
    grid: { vertLines: grid, horzLines: { ...grid, visible: false } }, // price-axis.ts draws these
  });
}

/** The colour that the style sheet gives to a swatch of the chart's legend; without one the host's own. */
export function colorOfLook(host: HTMLElement, look: string): string {
  const swatch = host.closest("[data-chart]")?.querySelector(`[data-look="${look}"]`);
  return getComputedStyle(swatch ?? host).color;
}

/** A computed colour, rgb(r, g, b), with this opacity. */
export function faded(color: string, opacity: number): string {
  const [red = "0", green = "0", blue = "0"] = color.match(/[\d.]+/g) ?? [];
  return `rgba(${red}, ${green}, ${blue}, ${opacity})`;
}

/** Days as seconds: the library's quickest kind of time. */
export function toTime(day: number): UTCTimestamp {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- seconds since 1970 are what the type stands for
  return (day * SECONDS_PER_DAY) as UTCTimestamp;
}

/** A day's value; its place alone where there is none that can be drawn. */
export function toPoint(day: number, value: number) {
  return isDrawable(value) ? { time: toTime(day), value } : { time: toTime(day) };
}

export function toEpochDay(time: unknown): number {
  return typeof time === "number" ? Math.round(time / SECONDS_PER_DAY) : 0;
}

/** @param isForPaper - what is drawn must be there when the call ends */
type Follower = (isForPaper: boolean) => void;

const followers = new Set<Follower>();
/** What data-theme said before the print that is under way. */
let screenTheme: { readonly theme: string | undefined } | null = null;

/**
 * Calls back whenever the page's colours change, which canvases don't follow by themselves: by the system, data-theme,
 * data-gain-loss or a print, which has the light ones. A print that the browser begins (Ctrl+P) waits for no frame.
 */
function onColorSchemeChange(changed: Follower): () => void {
  const query = globalThis.matchMedia("(prefers-color-scheme: dark)");
  const change = () => changed(false);
  const observer = new MutationObserver(change);
  let frame = 0;
  const changeSoon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(change); // the event comes before the colours do
  };
  query.addEventListener("change", changeSoon);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["data-theme", "data-gain-loss"],
  });
  if (followers.size === 0) {
    globalThis.addEventListener("beforeprint", toPaper);
    globalThis.addEventListener("afterprint", toScreen);
  }
  followers.add(changed);
  return () => {
    cancelAnimationFrame(frame);
    query.removeEventListener("change", changeSoon);
    observer.disconnect();
    followers.delete(changed);
  };
}

function toPaper(): void {
  const { dataset } = document.documentElement;
  screenTheme ??= { theme: dataset["theme"] };
  dataset["theme"] = "light";
  for (const follow of followers) follow(true);
}

function toScreen(): void {
  if (!screenTheme) return;
  const { dataset } = document.documentElement;
  if (screenTheme.theme === undefined) delete dataset["theme"];
  else dataset["theme"] = screenTheme.theme; // the followers hear of it as of any change
  screenTheme = null;
}
