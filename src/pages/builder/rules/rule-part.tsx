import { lazy, Suspense, useEffect } from "react";
import type { ReactElement } from "react";
import page from "#src/ui/page.module.css";
import type { BuilderForm } from "../form-fields.tsx";
import type { RuleSection } from "./line-check.ts";
import { deskOf } from "./rule-desk.ts";

const RuleEditor = lazy(async () => {
  const { RuleEditor: default_ } = await import("./rule-editor.tsx");
  return { default: default_ };
});

interface RulePartProps {
  readonly form: BuilderForm;
  readonly section: RuleSection;
}

/** The rules of a step, which people add to its fixed conditions. */
export function RulePart({ form, section }: RulePartProps): ReactElement {
  useEffect(() => {
    const take = () => deskOf(form).take(section, form.getValues(`rules.${section}`));
    take();
    return form.subscribe({ formState: { values: true }, callback: take });
  }, [form, section]);
  return (
    <Suspense fallback={<p className={page["soft"]}>The rules are being opened…</p>}>
      <RuleEditor desk={deskOf(form)} section={section} />
    </Suspense>
  );
}
