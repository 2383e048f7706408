import { cleanup, render, screen } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, expect, it } from "vitest";
import { ContactPage } from "#src/pages/contact/contact-page.tsx";
import { CONTACT_EMAIL } from "#src/product.ts";

afterEach(cleanup);

it("gives the address to write to", () => {
  render(<ContactPage />);
  expect(screen.getByRole("heading", { level: 1, name: "Contact Us" })).toBeTruthy();
  expect(screen.getByText("We'd love to hear from you!")).toBeTruthy();
  const link = screen.getByRole("link", { name: CONTACT_EMAIL });
  expect(link.getAttribute("href")).toBe(`mailto:${CONTACT_EMAIL}`);
});

it("has no accessibility violation", async () => {
  const { container } = render(
    <main>
      <ContactPage />
    </main>,
  );
  const { violations } = await axe.run(container, { rules: { "color-contrast": { enabled: false } } });
  expect(violations).toEqual([]);
});
