/** Parts of the result that come when the page rests or where a person asks for them, in one file: each more costs every page its name. */
export { HeldPart } from "./portfolio/held-part.tsx";
export { MoneyFigure } from "./portfolio/money-figure.tsx";
export { PortfolioChecks } from "./portfolio/portfolio-checks.tsx";
export { RobustnessSection } from "./robustness/robustness-section.tsx";
