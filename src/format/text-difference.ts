/** What became of texts and of lists of lines: what stayed, what came and what went, word by word. */

/** A stretch of a text. */
export interface TextPart {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** What became of a line. */
export type LineChange<Line> =
  | { readonly kind: "same" | "added" | "removed"; readonly line: Line }
  | { readonly kind: "changed"; readonly before: Line; readonly after: Line };

/** A word or number, or a sign, each with the space behind it. */
const WORDS = /[\p{L}\p{N}_.]+\s*|[^\p{L}\p{N}_.\s]\s*|^\s+/gu;

/** The parts of both texts in their order, what was removed before what came in its place; [] for two empty texts. */
export function textDifference(before: string, after: string): readonly TextPart[] {
  const [from, to] = [wordsOf(before), wordsOf(after)];
  const steps = align(from, to, (a, b) => (a.trim() === b.trim() ? 1 : 0));
  const parts: TextPart[] = [];
  let [removed, added] = ["", ""];
  const flush = () => {
    if (removed !== "") parts.push({ kind: "removed", text: removed });
    if (added !== "") parts.push({ kind: "added", text: added });
    [removed, added] = ["", ""];
  };
  for (const { a, b } of steps) {
    if (a !== undefined && b !== undefined) {
      flush();
      const last = parts.at(-1);
      if (last?.kind === "same") parts[parts.length - 1] = { kind: "same", text: last.text + b };
      else parts.push({ kind: "same", text: b });
    } else if (a !== undefined) removed += a;
    else added += b ?? "";
  }
  flush();
  return parts;
}

/** From this share of common words on a line counts as changed, not as another one. */
const ALIKE = 0.5;

/**
 * The lines of both lists in their order; a line that moved counts as removed and added.
 *
 * @param textOf - what is compared of a line
 */
export function lineDifference<Line>(
  before: readonly Line[],
  after: readonly Line[],
  textOf: (line: Line) => string,
): readonly LineChange<Line>[] {
  const alike = (a: Line, b: Line) => {
    const share = likeness(textOf(a), textOf(b));
    return share >= ALIKE ? share : 0;
  };
  return align(before, after, alike).map(({ a, b }): LineChange<Line> => {
    if (a === undefined) return { kind: "added", line: must(b) };
    if (b === undefined) return { kind: "removed", line: a };
    return textOf(a) === textOf(b) ? { kind: "same", line: b } : { kind: "changed", before: a, after: b };
  });
}

function wordsOf(text: string): readonly string[] {
  return text.match(WORDS) ?? [];
}

/** Words that both texts have, of all that they have: 0..1. */
function likeness(one: string, other: string): number {
  if (one === other) return 1;
  const words = wordsOf(one).map((word) => word.trim());
  const left = wordsOf(other).map((word) => word.trim());
  const all = words.length + left.length;
  let shared = 0;
  for (const word of words) {
    const at = left.indexOf(word);
    if (at < 0) continue;
    left.splice(at, 1);
    shared++;
  }
  return all === 0 ? 1 : (0.99 * 2 * shared) / all; // below an equal text
}

interface Step<Item> {
  readonly a: Item | undefined;
  readonly b: Item | undefined;
}

/** Pairs items in their order so that the pairs' scores add up to the most; a score of 0 pairs nothing. */
function align<Item>(
  before: readonly Item[],
  after: readonly Item[],
  score: (a: Item, b: Item) => number,
): readonly Step<Item>[] {
  const width = after.length + 1;
  const scores = before.map((a) => after.map((b) => score(a, b)));
  const best = new Float64Array((before.length + 1) * width); // of the items from here to the ends
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const pair = scores[i]?.[j] ?? 0;
      const apart = Math.max(best[(i + 1) * width + j] ?? 0, best[i * width + j + 1] ?? 0);
      const together = pair > 0 ? pair + (best[(i + 1) * width + j + 1] ?? 0) : 0;
      best[i * width + j] = Math.max(apart, together);
    }
  }
  const steps: Step<Item>[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const pair = scores[i]?.[j] ?? 0;
    const here = best[i * width + j] ?? 0;
    if (pair > 0 && here === pair + (best[(i + 1) * width + j + 1] ?? 0))
      steps.push({ a: before[i++], b: after[j++] });
    else if (i < before.length && (j >= after.length || here === best[(i + 1) * width + j]))
      steps.push({ a: before[i++], b: undefined });
    else steps.push({ a: undefined, b: after[j++] });
  }
  return steps;
}

function must<Item>(item: Item | undefined): Item {
  if (item === undefined) throw new RangeError("align: a step without an item");
  return item;
}
