/** What a line of the specification's table can claim of a screen, and the lines that hold on every page. */

export type Words = string | RegExp;

/** Where on the screen: a landmark, or the card (article, list item, section) of a heading. */
export type Region = "banner" | "main" | "contentinfo" | { readonly cardOf: string };

/** What is claimed of a screen. */
export type Claim =
  | { readonly type: "text"; readonly text: Words; readonly within?: Region; readonly times?: number }
  | { readonly type: "no-text"; readonly text: Words }
  | {
      readonly type: "link";
      readonly name: Words;
      readonly to: string;
      readonly within?: Region;
      readonly times?: number;
    }
  | { readonly type: "new-tab"; readonly to: string }
  | { readonly type: "anchor"; readonly name: string }
  | { readonly type: "button"; readonly name: Words; readonly times?: number; readonly disabled?: true }
  | { readonly type: "status"; readonly button: string; readonly says: string; readonly within?: Region }
  | { readonly type: "header"; readonly links: readonly string[]; readonly last: string }
  | { readonly type: "figure"; readonly label: RegExp; readonly value: number; readonly unit?: RegExp }
  | { readonly type: "date"; readonly label: RegExp; readonly value: string }
  | {
      readonly type: "choice";
      readonly label: RegExp;
      readonly options: readonly string[];
      readonly value: string;
    }
  | { readonly type: "tick"; readonly label: RegExp }
  | { readonly type: "fixed"; readonly label: RegExp; readonly value: string }
  | { readonly type: "columns"; readonly table: string; readonly headings: readonly RegExp[] }
  | { readonly type: "scroll-box"; readonly table: string; readonly height: number }
  | { readonly type: "explained"; readonly card: string }
  | { readonly type: "placeholder"; readonly text: string };

/** One line of the table; `row` is how a failure names it. */
export type SpecRow = Claim & { readonly row: string };

export const EMAIL = "hello@tidemark.example";
export const SURVEY = "https://survey.tidemark.example/two-minutes";

const HEADER_ELSEWHERE: SpecRow = {
  row: "the header has Pricing, FAQ, Contact Us and the two promised pages, and ends with Logout",
  type: "header",
  links: ["Pricing", "FAQ", "Contact Us", "Video Tutorials", "Blog Posts"],
  last: "Logout",
};

/** True on every page. */
export const FRAME: readonly SpecRow[] = [
  { row: "the header's title goes to /", type: "link", name: /Tidemark/, to: "/", within: "banner" },
  { row: "a banner says: early prototype", type: "text", text: /early prototype/i },
  { row: "the banner says: alpha launch", type: "text", text: /alpha launch/i },
  { row: "the banner names the address to write to", type: "text", text: EMAIL },
];

export const ELSEWHERE: readonly SpecRow[] = [
  ...FRAME,
  HEADER_ELSEWHERE,
  { row: "Logout goes to /", type: "link", name: "Logout", to: "/", within: "banner" },
];
