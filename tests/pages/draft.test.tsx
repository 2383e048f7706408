import "./open-app.tsx";
import { renderHook } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { expect, it, vi } from "vitest";
import { markDraft } from "#src/pages/builder/draft-mark.ts";
import { useDraft } from "#src/pages/builder/use-draft.ts";
import type { DraftFailure } from "#src/pages/builder/use-draft.ts";
import { toFormValues } from "#src/pages/builder/form-values.ts";
import type { FormOutcome, FormValues } from "#src/pages/builder/form-values.ts";
import { addStrategy, loadDraft } from "#src/storage/strategies.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

it("what was typed last is stored when the form goes, and nobody is told who is not there any more", async () => {
  const record = valueOf(await addStrategy(defaultStrategy, "demo"));
  const onAttempt = vi.fn<(failure: DraftFailure | null) => void>();
  const { result, unmount } = renderHook(() => {
    const form = useForm<FormValues, unknown, FormOutcome>({
      defaultValues: toFormValues(defaultStrategy, "demo", "INR"),
    });
    const mark = markDraft(record.id, null, record.revision);
    useDraft(form, { strategyId: record.id, mark, onAttempt, onKept: () => {} });
    return form;
  });
  result.current.setValue("name", "typed last");
  unmount();
  await vi.waitFor(async () => expect(await loadDraft(record.id)).not.toBeNull());
  await new Promise((resolve) => setTimeout(resolve, 0)); // what the storing was followed by
  expect(onAttempt).not.toHaveBeenCalled();
});
