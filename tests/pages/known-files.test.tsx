/** The page of what the import knows by name: found by words, led back where nothing has them. */
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { KnownFilesPage } from "#src/pages/known-files/known-files-page.tsx";

describe("known files", () => {
  it("shows vendors with an example each, and finds them by words of either", async () => {
    const user = userEvent.setup();
    render(<KnownFilesPage />);
    const prices = screen.getByRole("region", { name: "Prices" });
    expect(within(prices).getByText("MetaTrader 5").nextSibling?.textContent).toMatch(/^date,time,open/);
    await user.type(screen.getByLabelText("Search"), "london gbx");
    expect(screen.getByText("LSE, London")).toBeTruthy();
    expect(screen.queryByText("MetaTrader 5")).toBeNull();
    expect(screen.getByText("1 entry")).toBeTruthy();
  });

  it("says that others are read, too, where nothing is found", async () => {
    const user = userEvent.setup();
    render(<KnownFilesPage />);
    await user.type(screen.getByLabelText("Search"), "qqqq");
    expect(screen.getByText(/A file may be read all the same/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Show everything" }));
    expect(screen.getByText("MetaTrader 5")).toBeTruthy();
  });
});
