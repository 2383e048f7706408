import { cleanup, render, screen, within } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, expect, it } from "vitest";
import { PricingPage } from "#src/pages/pricing/pricing-page.tsx";

afterEach(cleanup);

/** The specification's table of plans. */
const PLANS = [
  {
    title: "Free",
    price: "$0 per month",
    features: [
      "$0.0436 credits",
      "10 back-tests over 10+ years of data",
      "Shared CPU cores",
      "Standard queue priority",
    ],
    path: "/strategy",
  },
  {
    title: "Tier 3",
    price: "$9.99 per month",
    features: [
      "$5 credits plus unlimited top-ups",
      "Dedicated CPU core",
      "Alerts and notification subscriptions",
      "Tier 3 queue priority",
    ],
    path: "/contact",
  },
  {
    title: "Tier 2",
    price: "$30 per month",
    features: [
      "$20 credits plus unlimited top-ups",
      "Parallel task execution",
      "Premium dataset",
      "Live integration support",
      "Tier 2 priority",
      "Advanced compute",
    ],
    path: "/contact",
  },
  {
    title: "Tier 1",
    price: "$100 per month",
    features: [
      "$80 credits plus unlimited top-ups",
      "Higher execution and storage limits",
      "Highest queue priority",
      "Full-scale infrastructure",
    ],
    path: "/contact",
  },
];

it.each(PLANS)(
  "shows the plan $title with its price, features and way on",
  ({ title, price, features, path }) => {
    render(<PricingPage />);
    const card = within(screen.getByRole("article", { name: title }));
    expect(card.getByRole("heading", { level: 3 }).textContent).toBe(title);
    expect(card.getAllByRole("paragraph")[0]?.textContent).toBe(price);
    expect(card.getAllByRole("listitem").map((item) => item.textContent)).toEqual(features);
    const button = card.getByRole("link", { name: "Get Started", description: title });
    expect(button.getAttribute("href")).toBe(path);
  },
);

it("lists the plans from free to dear and calls Tier 3 the most popular", () => {
  render(<PricingPage />);
  const names = screen.getAllByRole("article").map((card) => within(card).getByRole("heading").textContent);
  expect(names).toEqual(["Free", "Tier 3", "Tier 2", "Tier 1"]);
  expect(screen.getAllByText("Most Popular")).toHaveLength(1);
  expect(within(screen.getByRole("article", { name: "Tier 3" })).getByText("Most Popular")).toBeTruthy();
});

it("offers custom solutions through the contact page", () => {
  render(<PricingPage />);
  const block = within(screen.getByRole("region", { name: "Custom Solutions" }));
  expect(block.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "Dedicated hosts",
    "Custom CPU/RAM/disk",
    "Highest priority queue",
    "Custom credit allocation",
    "Advanced security",
  ]);
  const button = block.getByRole("link", { name: "Contact Us for Custom Solutions" });
  expect(button.getAttribute("href")).toBe("/contact");
});

it.each([
  { resource: "Physical CPU core", price: "$1 per 30 days ($0.00139 per hour)" },
  { resource: "Shared CPU core", price: "$0.55 per 30 days ($0.00077 per hour)" },
  { resource: "Disk space", price: "$0.2 per 30 days ($0.00028 per hour)" },
  { resource: "Persistent storage", price: "$0.01 per day" },
])("prices $resource in credits", ({ resource, price }) => {
  render(<PricingPage />);
  const block = within(screen.getByRole("region", { name: "Credit System Pricing" }));
  expect(block.getByRole("row", { name: `${resource} ${price}` })).toBeTruthy();
});

it("says that this app needs neither account nor credits", () => {
  render(<PricingPage />);
  expect(
    screen.getByText("Plans are for the hosted service. This app needs no account and no credits."),
  ).toBeTruthy();
});

it("has no accessibility violation", async () => {
  const { container } = render(
    <main>
      <PricingPage />
    </main>,
  );
  const { violations } = await axe.run(container, { rules: { "color-contrast": { enabled: false } } });
  expect(violations).toEqual([]);
});
