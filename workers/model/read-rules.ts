/**
 * Rules as JSON (rule.ts) read with every limit of their shape: keys, members, how many and how deep. What a line says
 * is judged by workers/rules. Whatever is handed in, however deep, ends in faults and never in a full stack.
 */
import { DEEPEST_GROUP, LONGEST_LINE, MOST_RULE_LINES } from "./rule.ts";
import type { Rule } from "./rule.ts";
import { isRecord, ownValue, placeOf, unknownField, wrongValue } from "./strategy-fault.ts";
import type { Fault, Path } from "./strategy-fault.ts";

/** What is noted while the rules of one strategy are read, in whichever list they stand. */
export interface RuleReading {
  readonly faults: Fault[];
  /** Lines so far, and whatever stands in place of one. */
  lines: number;
}

interface Depth {
  /** Groups around a rule. */
  readonly groups: number;
  /** Objects around it, `off` too. */
  readonly objects: number;
}

/** `off` is no group, but this many objects within objects are no strategy of a person. */
const MOST_OBJECTS = 64;
const KINDS = ["any", "all", "none", "off"] as const;

/** The rules of a list; what is wrong is left out of them and noted. Nothing is noted twice. */
export function readRules(value: unknown, path: Path, reading: RuleReading): readonly Rule[] {
  return readMembers(value, path, { groups: 0, objects: 0 }, reading);
}

/** Notes a text that is longer than a line may be. */
export function checkLength(text: string, path: Path, faults: Fault[]): void {
  if (text.length <= LONGEST_LINE || Array.from(text).length <= LONGEST_LINE) return;
  const column = LONGEST_LINE + 1;
  const limit = `may have at most ${LONGEST_LINE} characters`;
  const message = `${placeOf(path)}, column ${column}: the text goes on, but ${limit}; shorten it, or split it into several lines`;
  faults.push({ path, limit, text: message, code: "strategy-invalid" });
}

function readMembers(value: unknown, path: Path, depth: Depth, reading: RuleReading): readonly Rule[] {
  if (!Array.isArray(value)) {
    reading.faults.push(wrongValue(path, value, "must be a list of rules"));
    return [];
  }
  const rules: Rule[] = [];
  for (const [at, member] of value.entries()) {
    if (reading.lines > MOST_RULE_LINES) break; // which was said
    const rule = readRule(member, [...path, at], depth, reading);
    if (rule !== null) rules.push(rule);
  }
  return rules;
}

function readRule(value: unknown, path: Path, depth: Depth, reading: RuleReading): Rule | null {
  if (isRecord(value)) return readObject(value, path, depth, reading);
  reading.lines += 1;
  if (reading.lines > MOST_RULE_LINES) {
    const limit = `a strategy may have ${MOST_RULE_LINES} lines of rules in all`;
    const text = `${placeOf(path)} is line ${reading.lines}, but ${limit}; remove some`;
    reading.faults.push({ path, limit, text, code: "strategy-invalid" });
    return null;
  }
  if (typeof value !== "string") {
    reading.faults.push(wrongValue(path, value, "must be a line of text, or a group { ... }"));
    return null;
  }
  checkLength(value, path, reading.faults);
  return value;
}

function readObject(
  value: Readonly<Record<string, unknown>>,
  path: Path,
  depth: Depth,
  reading: RuleReading,
): Rule | null {
  const { faults } = reading;
  const keys = Object.keys(value);
  for (const key of keys) {
    if (key !== "label" && !isKind(key)) faults.push(unknownField([...path, key]));
  }
  const [kind, ...others] = keys.filter(isKind);
  if (kind === undefined || others.length > 0) {
    faults.push(wrongValue(path, value, `must have exactly one of ${KINDS.join(", ")}`));
    return null;
  }
  if (depth.objects >= MOST_OBJECTS) {
    faults.push(tooDeep(path, `at most ${MOST_OBJECTS} objects may stand within each other`));
    return null;
  }
  const found = ownValue(value, "label");
  if (found !== undefined && typeof found !== "string")
    faults.push(wrongValue([...path, "label"], found, "must be text"));
  const label = typeof found === "string" ? { label: found } : {};
  const inside = { ...depth, objects: depth.objects + 1 };
  if (kind === "off") {
    const rule = readRule(value[kind], [...path, kind], inside, reading);
    return rule === null ? null : { off: rule, ...label };
  }
  if (depth.groups >= DEEPEST_GROUP) {
    faults.push(tooDeep(path, `groups may stand at most ${DEEPEST_GROUP} deep`));
    return null;
  }
  const members = readMembers(value[kind], [...path, kind], { ...inside, groups: depth.groups + 1 }, reading);
  switch (kind) {
    case "any":
      return { any: members, ...label };
    case "all":
      return { all: members, ...label };
    case "none":
      return { none: members, ...label };
  }
}

function isKind(key: string): key is (typeof KINDS)[number] {
  return KINDS.some((kind) => kind === key);
}

function tooDeep(path: Path, limit: string): Fault {
  const text = `${placeOf(path)} is nested too deep: ${limit}; move it out`;
  return { path, limit, text, code: "strategy-invalid" };
}
