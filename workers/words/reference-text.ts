/** The reference of the language as a text for the command line. */
import type { Reference, ReferenceFunction, ReferenceSign } from "./reference.ts";

/** Lines of any length, each part under its title; ends with a line's end. */
export function referenceText({ groups, names, signs, suffixes, keywords }: Reference): string {
  const parts = [
    ...groups.map(({ title, functions }) => part(title, functions.map(functionLines))),
    ...names.map(({ title, names: own }) =>
      part(
        title,
        own.map(({ name, sentence }) => [`${name}  ${sentence}`]),
      ),
    ),
    part("Other names", [
      [
        "A fact or a signal of the dataset, such as pe or eps.yoy: a letter, then letters, digits, _ and dots.",
      ],
    ]),
    part("Signs and joining words", signs.map(signLines)),
    part(
      "Suffixes of numbers",
      suffixes.map(({ suffix, sentence }) => [`${suffix}  ${sentence}`]),
    ),
    part("Words that are not names", [[keywords.join(", ")]]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function part(title: string, entries: readonly (readonly string[])[]): string {
  const isLong = entries.some((lines) => lines.length > 1);
  const told = entries.map((lines) => lines.map((line) => `  ${line}`).join("\n"));
  return `${title}\n\n${told.join(isLong ? "\n\n" : "\n")}`;
}

function functionLines(entry: ReferenceFunction): readonly string[] {
  const { written, parameters, sentence, otherNames } = entry;
  const given = parameters.map(({ name, sentence: own }) => `${name}: ${own}`).join("; ");
  return [
    written.join("   "),
    sentence,
    ...(otherNames.length === 0 ? [] : [`also: ${otherNames.join(", ")}`]),
    ...(given === "" ? [] : [given]),
    givesWords(entry),
    ...exampleLines(entry),
  ];
}

/** "gives a number that counts as a price". */
export function givesWords({ gives, unit }: Pick<ReferenceFunction, "gives" | "unit">): string {
  return gives === "number or rule" ? "gives a number or a rule" : `gives a ${gives}${unitWords(unit)}`;
}

/** Behind "number": against what rounding is forgiven. */
function unitWords(unit: ReferenceFunction["unit"]): string {
  switch (unit) {
    case "price":
    case "percent":
      return ` that counts as a ${unit}`;
    case "as given":
      return " that counts as a price or a percent where it is given one";
    case "none":
      return "";
  }
}

function signLines(sign: ReferenceSign): readonly string[] {
  return [sign.written.join("   "), sign.sentence, ...exampleLines(sign)];
}

function exampleLines({ example, exampleInWords }: ReferenceSign | ReferenceFunction): readonly string[] {
  return [`example: ${example}`, `         ${exampleInWords}`];
}
