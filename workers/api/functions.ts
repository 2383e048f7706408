/** The functions of the rule language, as the API tells them. */
import { FUNCTIONS } from "#workers/rules/function-table.ts";
import { makeReference } from "#workers/words/reference.ts";
import type { FunctionInfo } from "./tidemark.d.ts";

/** In the order of the language's table; the reference has them by group. */
export function functions(): FunctionInfo[] {
  const described = new Map(
    makeReference()
      .groups.flatMap((group) => group.functions)
      .map((each) => [each.name, each]),
  );
  return FUNCTIONS.flatMap(({ name }) => {
    const found = described.get(name);
    if (!found) return [];
    const { parameters, unit, sentence, example } = found;
    const list = parameters.map((parameter) => ({
      name: parameter.name,
      sentence: parameter.sentence,
      optional: parameter.mayBeLeftOut,
    }));
    return [{ name, arguments: list, unit, sentence, example }];
  });
}
