import { openApp, accessibilityFaults } from "./open-app.tsx";
import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";

vi.mock("#src/run/start-run.ts", () => ({
  markInterruptedRuns: () => Promise.resolve({ ok: true, value: [] }),
}));

it.each(["Start Building", "Create Your First Strategy", "Get Started"])("leads on by %s", (name) => {
  openApp("/");
  expect(screen.getByRole("link", { name }).getAttribute("href")).toBe("/strategy");
});

it("has the six features and the four steps in the specification's words", () => {
  openApp("/");
  const features = within(screen.getByRole("region", { name: "Features" })).getAllByRole("heading", {
    level: 3,
  });
  expect(features.map((heading) => heading.textContent)).toEqual([
    "Create strategies",
    "Save incomplete strategies to continue later",
    "Run simulations",
    "Track execution status in real time",
    "View results with performance metrics",
    "Clone strategies",
  ]);
  const steps = within(screen.getByRole("region", { name: "How it Works" })).getAllByRole("heading", {
    level: 3,
  });
  expect(steps.map((heading) => heading.textContent)).toEqual([
    "Smart instrument selection",
    "Precision entry rules",
    "Risk-managed exits (stop-loss and take-profit)",
    "Rigorous strategy testing",
  ]);
});

it("says that templates are open source and one's own code is welcome", () => {
  openApp("/");
  expect(
    screen.getByText(/Strategy templates are open source, and you may write your own code/),
  ).toBeTruthy();
});

it("asks for two minutes, in a new tab that knows nothing of this one, and says what that needs", () => {
  openApp("/");
  const survey = screen.getByRole("link", { name: "Take the survey" });
  expect(survey.getAttribute("href")).toBe("https://survey.tidemark.example/two-minutes");
  expect(survey.getAttribute("target")).toBe("_blank");
  expect(survey.getAttribute("rel")).toContain("noopener");
  expect(screen.getByRole("complementary", { name: "Survey" }).textContent).toMatch(
    /2 minutes.*needs the internet/,
  );
});

it("shows a real result with its figures and says that its market is invented", () => {
  openApp("/");
  const figure = screen.getByRole("figure");
  expect(figure.textContent).toContain("₹1,00,000 became₹38,81,091");
  expect(figure.textContent).toContain("CAGR15.6%index 10.3%");
  expect(figure.textContent).toContain("Max drawdown-43.5%index -59.9%");
  expect(figure.textContent).toMatch(/demo market, an invented one/);
});

it("has its parts where the header's links point", async () => {
  const user = openApp("/");
  for (const [name, part] of [
    ["Features", "features"],
    ["How it Works", "how-it-works"],
  ] as const) {
    const link = screen.getByRole("link", { name });
    expect(link.getAttribute("href")).toBe(`#${part}`);
    expect(document.getElementById(part)).toBeTruthy();
  }
  const menu = screen.getByRole("button", { name: "Menu" });
  await user.click(menu);
  await user.click(screen.getByRole("link", { name: "Features" }));
  expect(menu.getAttribute("aria-expanded")).toBe("false");
});

it("ends with the year and the way to the licences", async () => {
  openApp("/");
  const footer = screen.getByRole("contentinfo");
  expect(footer.textContent).toContain(String(new Date().getFullYear()));
  expect(within(footer).getByRole("link", { name: "About and licences" }).getAttribute("href")).toBe(
    "/about",
  );
  expect(await accessibilityFaults()).toEqual([]);
});
