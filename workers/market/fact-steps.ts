/** The values of one fact as they come, in any order, and then by instrument and day. */
import type { FactSeries } from "#workers/model/market.ts";

const FIRST_PAGE = 256;
const LAST_PAGE = 65_536;

/** Pages stay where they are as the list grows: a step costs 20 bytes and no copy. */
interface Page {
  readonly owner: Int32Array;
  readonly day: Int32Array;
  readonly line: Int32Array;
  readonly value: Float64Array;
  used: number;
}

export interface StepList {
  /** Steps in the order in which they came; empty once they are arranged. */
  readonly pages: Page[];
}

export function createStepList(): StepList {
  return { pages: [] };
}

/** Whose a step is, when it became known, and where it stands. A Row is one. */
export interface StepPlace {
  readonly symbol: number;
  readonly day: number;
  readonly line: number;
}

export function addStep(list: StepList, { symbol, day, line }: StepPlace, value: number): void {
  let page = list.pages.at(-1);
  if (!page || page.used === page.day.length) {
    page = createPage(Math.min(LAST_PAGE, page ? page.used * 2 : FIRST_PAGE));
    list.pages.push(page);
  }
  const at = page.used++;
  page.owner[at] = symbol;
  page.day[at] = day;
  page.line[at] = line;
  page.value[at] = value;
}

function createPage(steps: number): Page {
  return {
    owner: new Int32Array(steps),
    day: new Int32Array(steps),
    line: new Int32Array(steps),
    value: new Float64Array(steps),
    used: 0,
  };
}

/** A step whose owner has one of that day from an earlier line, which stays. */
export interface StepRepeat {
  readonly owner: number;
  readonly day: number;
  readonly line: number;
  /** Line of the one that stays, and whether it has the same value. */
  readonly firstLine: number;
  readonly isSame: boolean;
}

/** Steps by owner, an instrument or a symbol of a file, and by day. */
export interface ArrangedSteps extends Pick<FactSeries, "stepOffset" | "day" | "value"> {
  /** Each step's line, as its StepPlace has it. */
  readonly line: Int32Array;
}

/**
 * The steps by owner and day, no day twice. The list is empty afterwards.
 *
 * @param owners - a step's owner is a number below that
 */
export function arrangeSteps(
  { pages }: StepList,
  owners: number,
  onRepeat: (repeat: StepRepeat) => void,
): ArrangedSteps {
  const found = gatherSteps(pages, owners);
  const { stepOffset, day, value, line } = found;
  const { length } = day;
  let end = 0;
  for (let owner = 0; owner < owners; owner++) {
    const from = stepOffset[owner] ?? 0;
    const to = stepOffset[owner + 1] ?? 0;
    sortByDay(found, from, to);
    const first = end;
    for (let at = from; at < to; at++) {
      const last = end - 1;
      if (end > first && day[at] === day[last]) {
        onRepeat(repeatOf(found, owner, at, last));
        continue;
      }
      day[end] = day[at] ?? 0;
      value[end] = value[at] ?? NaN;
      line[end] = line[at] ?? 0;
      end++;
    }
    stepOffset[owner] = first;
  }
  stepOffset[owners] = end;
  if (end === length) return found;
  return { stepOffset, day: day.slice(0, end), value: value.slice(0, end), line: line.slice(0, end) };
}

/**
 * What a list says twice is let go, and the list goes on. Later steps come behind those that stay, so that what comes out in
 * the end, and what is reported of repeats, is the same as without.
 *
 * @param owners - as arrangeSteps takes it
 * @returns how many steps stay
 */
export function tidySteps(list: StepList, owners: number, onRepeat: (repeat: StepRepeat) => void): number {
  const { stepOffset, day, line, value } = arrangeSteps(list, owners, onRepeat);
  const owner = new Int32Array(day.length);
  for (let at = 0; at < owners; at++) owner.fill(at, stepOffset[at], stepOffset[at + 1]);
  if (day.length > 0) list.pages.push({ owner, day, line, value, used: day.length });
  return day.length;
}

/** By owner, in the order in which they came; pages are let go as they are read. */
function gatherSteps(pages: Page[], owners: number): ArrangedSteps {
  const stepOffset = new Int32Array(owners + 1);
  for (const { owner, used } of pages) {
    for (let at = 0; at < used; at++) {
      const next = (owner[at] ?? 0) + 1;
      stepOffset[next] = (stepOffset[next] ?? 0) + 1;
    }
  }
  for (let at = 0; at < owners; at++) stepOffset[at + 1] = (stepOffset[at + 1] ?? 0) + (stepOffset[at] ?? 0);
  const total = stepOffset[owners] ?? 0;
  const found = {
    stepOffset,
    day: new Int32Array(total),
    value: new Float64Array(total),
    line: new Int32Array(total),
  };
  const next = stepOffset.slice();
  pages.reverse();
  for (let page = pages.pop(); page; page = pages.pop()) {
    for (let at = 0; at < page.used; at++) {
      const owner = page.owner[at] ?? 0;
      const to = next[owner] ?? 0;
      next[owner] = to + 1;
      found.day[to] = page.day[at] ?? 0;
      found.value[to] = page.value[at] ?? NaN;
      found.line[to] = page.line[at] ?? 0;
    }
  }
  return found;
}

/** Those of one day stay in the order in which they came. */
function sortByDay({ day, value, line }: ArrangedSteps, from: number, to: number): void {
  let at = from + 1;
  while (at < to && (day[at - 1] ?? 0) <= (day[at] ?? 0)) at++;
  if (at >= to) return;
  const [days, values, lines] = [day.slice(from, to), value.slice(from, to), line.slice(from, to)];
  const order = Int32Array.from(days.keys()).toSorted((a, b) => (days[a] ?? 0) - (days[b] ?? 0) || a - b);
  for (const [place, step] of order.entries()) {
    day[from + place] = days[step] ?? 0;
    value[from + place] = values[step] ?? NaN;
    line[from + place] = lines[step] ?? 0;
  }
}

function repeatOf({ day, value, line }: ArrangedSteps, owner: number, at: number, first: number): StepRepeat {
  return {
    owner,
    day: day[at] ?? 0,
    line: line[at] ?? 0,
    firstLine: line[first] ?? 0,
    isSame: Object.is(value[at], value[first]) || value[at] === value[first],
  };
}
