/** What a new number begins with, in each language: the close of each bar. */
import type { CodeLanguage } from "./bars-table.ts";

export const STARTERS: Readonly<Record<CodeLanguage, string>> = {
  javascript: `// One number for each bar, oldest first; NaN where it is unknown.
function compute(bars) {
  const { close } = bars
  const out = new Float64Array(bars.length)
  for (let i = 0; i < bars.length; i++) {
    out[i] = close[i]
  }
  return out
}
`,
  typescript: `// One number for each bar, oldest first; NaN where it is unknown.
interface Bars {
  length: number
  close: Float64Array
}

function compute(bars: Bars): Float64Array {
  const out = new Float64Array(bars.length)
  for (let i = 0; i < bars.length; i++) {
    out[i] = bars.close[i]
  }
  return out
}
`,
  python: `# One number for each bar, oldest first; None or nan where it is unknown.
def compute(bars):
    close = bars["close"]
    out = []
    for price in close:
        out.append(price)
    return out
`,
};
