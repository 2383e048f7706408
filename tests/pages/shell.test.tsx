import { accessibilityFaults, currentAddress, openApp } from "./open-app.tsx";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { ErrorBoundary } from "#src/app/error-boundary.tsx";
import { loadChunk } from "#src/app/stale-chunks.ts";
import { loadSettings } from "#src/storage/settings.ts";
import { addLiveRun } from "#src/run/run-store.ts";
import { setScreenWidth } from "./screen-width.ts";

vi.mock("#src/run/start-run.ts", () => ({
  markInterruptedRuns: () => Promise.resolve({ ok: true, value: [] }),
}));

afterEach(() => vi.restoreAllMocks());

const SCREENS = ["Strategies", "Runs", "Data", "Optimise", "Deployments"];
const SITE = ["Pricing", "FAQ", "Contact Us"];
const PROMISED = ["Video Tutorials", "Blog Posts"];

describe("the header on a wide screen", () => {
  it("has the site's pages in its large row on the landing page, and the app's screens in the small one", () => {
    setScreenWidth(1440);
    openApp("/");
    expect(namesIn(screen.getByRole("toolbar", { name: "Pages" }))).toEqual([
      "Features",
      "How it Works",
      "FAQ",
      "Contact Us",
      "Pricing",
      ...PROMISED,
    ]);
    expect(namesIn(screen.getByRole("navigation", { name: "Screens" }))).toEqual([...SCREENS, "Settings"]);
    expect(namesIn(screen.getByRole("banner")).at(-1)).toBe("Get Started");
  });

  it("has the site's pages in its large row on them, and ends with Logout", () => {
    setScreenWidth(1440);
    openApp("/contact");
    const links = namesIn(screen.getByRole("toolbar", { name: "Pages" }));
    expect(links).toEqual([...SITE, ...PROMISED]);
    expect(namesIn(screen.getByRole("banner")).at(-1)).toBe("Logout");
  });

  it("has the app's screens in its large row everywhere else", () => {
    openApp("/data");
    const screens = screen.getByRole("toolbar", { name: "Screens" });
    expect(namesIn(screens)).toEqual(SCREENS);
    expect(screen.getByRole("link", { name: "Data" }).getAttribute("aria-current")).toBe("page");
    const site = screen.getByRole("navigation", { name: "Site" });
    expect(namesIn(site)).toEqual([...SITE, ...PROMISED]);
    const tools = namesIn(screen.getByRole("toolbar", { name: "Tools" }));
    expect(tools).toEqual(["Search", expect.stringMatching(/^(Dark|Light) theme$/), "Settings", "Logout"]);
  });

  it("marks the screen that a page belongs to", () => {
    openApp("/simulation-result");
    expect(screen.getByRole("link", { name: "Runs" }).getAttribute("aria-current")).toBe("true");
    expect(screen.getByRole("link", { name: "Strategies" }).getAttribute("aria-current")).toBeNull();
  });

  it.each([
    { path: "/", width: 1440, stops: 5 },
    { path: "/contact", width: 1440, stops: 5 },
    { path: "/strategy", width: 1440, stops: 5 },
    { path: "/strategy", width: 768, stops: 4 },
  ])("takes $stops stops of Tab on $path at $width px", async ({ path, width, stops }) => {
    setScreenWidth(width);
    const user = openApp(path);
    const before: (Element | null)[] = [];
    for (let presses = 0; presses < 10; presses++) {
      // oxlint-disable-next-line no-await-in-loop -- one press after the other
      await user.tab();
      if (document.activeElement?.closest("main")) break;
      before.push(document.activeElement);
    }
    expect(before.filter((stop) => !stop?.closest("footer"))).toHaveLength(stops);
  });

  it("is walked with the arrow keys, and keeps its stop where one was", async () => {
    const user = openApp("/data");
    screen.getByRole("link", { name: "Data" }).focus();
    await user.keyboard("{ArrowRight}");
    expect(document.activeElement).toBe(screen.getByRole("link", { name: "Optimise" }));
    await user.keyboard("{ArrowRight}{ArrowRight}");
    expect(document.activeElement).toBe(screen.getByRole("link", { name: "Strategies" }));
    await user.keyboard("{End}{ArrowLeft}{ArrowLeft}");
    expect(document.activeElement).toBe(screen.getByRole("link", { name: "Data" }));
    await user.tab();
    await user.tab({ shift: true });
    expect(document.activeElement).toBe(screen.getByRole("link", { name: "Data" }));
  });

  it("turns the theme", async () => {
    const user = openApp("/data");
    await user.click(screen.getByRole("button", { name: "Dark theme" }));
    expect(await screen.findByRole("button", { name: "Light theme" })).toBeTruthy();
    expect((await loadSettings()).theme).toBe("dark");
  });
});

describe("the prototype's line", () => {
  it("can be closed for good, and is in the footer from then on", async () => {
    onTestFinished(() => localStorage.clear());
    const user = openApp("/data");
    expect(prototypeLine().closest("header")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Close this line" }));
    expect(prototypeLine().closest("footer")).toBeTruthy();
    cleanup();
    openApp("/data");
    expect(prototypeLine().closest("footer")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Close this line" })).toBeNull();
  });
});

describe("the menu of a narrow screen", () => {
  it("has every link, the app's first", async () => {
    setScreenWidth(768);
    const user = openApp("/data");
    expect(screen.queryByRole("link", { name: "Strategies" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Menu" }));
    expect(namesIn(await screen.findByRole("navigation", { name: "All pages" }))).toEqual([
      ...SCREENS,
      "Settings",
      expect.stringMatching(/^(Dark|Light) theme$/),
      ...SITE,
      ...PROMISED,
    ]);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it("closes at a tap outside, at Esc and after a navigation", async () => {
    setScreenWidth(768);
    const user = openApp("/strategy");
    const menu = screen.getByRole("button", { name: "Menu" });
    const open = async () => {
      await user.click(menu);
      await screen.findByRole("navigation", { name: "All pages" });
      expect(menu.getAttribute("aria-expanded")).toBe("true");
    };
    await open();
    await user.click(document.body);
    expect(menu.getAttribute("aria-expanded")).toBe("false");
    await open();
    await user.keyboard("{Escape}");
    expect(menu.getAttribute("aria-expanded")).toBe("false");
    expect(document.activeElement).toBe(menu);
    await open();
    await user.click(screen.getByRole("link", { name: "Data" }));
    expect(currentAddress()).toBe("/data");
    expect(menu.getAttribute("aria-expanded")).toBe("false");
  });

  it("opens from the bar at the bottom on phones", async () => {
    setScreenWidth(360);
    const user = openApp("/strategy");
    const bar = await screen.findByRole("navigation", { name: "Main" });
    expect(namesIn(bar)).toEqual(["Strategies", "Runs", "Data", "More"]);
    expect(screen.queryByRole("button", { name: "Menu" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "More" }));
    expect(await screen.findByRole("link", { name: "Pricing" })).toBeTruthy();
    expect(namesIn(screen.getByRole("navigation", { name: "All pages" })).at(-1)).toBe("Logout");
    expect(await accessibilityFaults()).toEqual([]);
  });
});

describe("the error screen", () => {
  it("hands out the data", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    const createUrl = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:test");
    render(
      <ErrorBoundary>
        <Faulty />
      </ErrorBoundary>,
    );
    await userEvent.setup().click(screen.getByRole("button", { name: "Download my data" }));
    await waitFor(() => expect(createUrl).toHaveBeenCalledOnce());
    expect(screen.getByText(/Your data is safe/)).toBeTruthy();
  });
});

describe("a page whose file is gone from the server", () => {
  const reload = vi.fn<() => void>();

  beforeEach(() => {
    sessionStorage.clear();
    reload.mockClear();
    answer(200);
  });

  it("reloads the app once, and the second time fails", async () => {
    void loadChunk(gone, reload);
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    await expect(loadChunk(gone, reload)).rejects.toThrow("Failed to fetch");
    expect(reload).toHaveBeenCalledOnce();
  });

  it("fails without a reload while a run is under way", async () => {
    addLiveRun("run-1", "strategy-1", "Momentum");
    await expect(loadChunk(gone, reload)).rejects.toThrow("Failed to fetch");
    expect(reload).not.toHaveBeenCalled();
  });

  it("fails without a reload where the server doesn't answer", async () => {
    answer(503);
    await expect(loadChunk(gone, reload)).rejects.toThrow("Failed to fetch");
    expect(reload).not.toHaveBeenCalled();
  });
});

function Faulty(): never {
  throw new Error("row 7 is missing");
}

function gone(): Promise<never> {
  return Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
}

function answer(status: number): void {
  vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(null, { status }));
}

function prototypeLine(): HTMLElement {
  return screen.getByText(/Early prototype, alpha launch coming/);
}

/** The links and buttons in a part of the page as they are read out. */
function namesIn(part: HTMLElement): string[] {
  return Array.from(
    part.querySelectorAll("a, button"),
    (item) =>
      item.getAttribute("aria-label") ??
      Array.from(item.childNodes, (node) => (isHidden(node) ? "" : node.textContent)).join(""),
  );
}

function isHidden(node: Node): boolean {
  return node instanceof Element && node.getAttribute("aria-hidden") === "true";
}
