/** Pages that load when they are first opened: at once when they are there, and tried anew after a failure. */
import { act, render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { expect, it, vi } from "vitest";
import { lazyPage } from "#src/app/pages.tsx";
import { ErrorBoundary } from "#src/app/error-boundary.tsx";

function Found() {
  return <p>It is here</p>;
}

/** The promises that are settled by now have their say; no clock goes on. */
const settle = () => act(async () => Promise.resolve());

it("is drawn as soon as it is there, without the wait of a Suspense, and at once from then on", async () => {
  vi.useFakeTimers();
  const Page = lazyPage(() => Promise.resolve<ComponentType>(Found));
  const { unmount } = render(<Page />);
  expect(screen.getByText("Loading…")).toBeTruthy();
  await settle();
  expect(screen.getByText("It is here")).toBeTruthy();
  unmount();
  render(<Page />);
  expect(screen.queryByText("Loading…")).toBeNull();
  vi.useRealTimers();
});

it("leaves a failure to the boundary around it, and is tried again when it is opened again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
  const load = vi
    .fn<() => Promise<ComponentType>>()
    .mockRejectedValueOnce(new Error("the file is gone"))
    .mockResolvedValue(Found);
  const Page = lazyPage(load);
  const { unmount } = render(
    <ErrorBoundary>
      <Page />
    </ErrorBoundary>,
  );
  expect(await screen.findByText("This page stopped working")).toBeTruthy();
  unmount();
  render(<Page />);
  expect(await screen.findByText("It is here")).toBeTruthy();
  vi.unstubAllGlobals();
});
