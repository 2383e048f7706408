/**
 * Reads XML as a stream: tags and texts to a taker, in their order, the same wherever the text is cut. For the parts of
 * workbooks: names lose their prefix (`x:row` is row), comments and instructions are passed over. What is damaged is
 * refused, for each tag that is passed over may have been a row: tags that don't close in their order, and tags where none
 * of their name can be.
 */

export interface XmlTaker {
  /** @param attributes - as they stand in the tag, for attributeOf(); `isEmpty` where the tag closes itself: no close() follows */
  open(name: string, attributes: string, isEmpty: boolean): void;
  close(name: string): void;
  /** The text between two tags, entities resolved. */
  text(text: string): void;
  /** True once the rest of the file has nothing for it. */
  isDone?(): boolean;
  /** What may stand in a tag, by its name; in others anything may. */
  readonly within?: Readonly<Record<string, ReadonlySet<string>>>;
  /** In what tags those of a name may stand; others may stand in any. */
  readonly inside?: Readonly<Record<string, ReadonlySet<string>>>;
  /** True for a text that is taken out of the midst of one: its tags may close what was opened before. */
  readonly isPart?: boolean;
}

export interface XmlScanner {
  /** @throws BadXml for what is no XML, and for a tag or a text that is longer than any workbook's */
  push(text: string): void;
  /** @throws BadXml for a text that ends inside of a tag */
  end(): void;
}

/** What is wrong with an XML text, in words that go behind the name of its file. */
export class BadXml extends Error {
  override readonly name = "BadXml";
}

/** Tags in each other; documents have a dozen. */
const MOST_OPEN = 1000;
/** A cell has 32,767 characters at most, and each may be written as an entity. */
const MAX_TOKEN = 1_048_576;
const SLASH = 47;
const COLON = 58;

export function createXmlScanner(take: XmlTaker): XmlScanner {
  let rest = "";
  const nesting = take.isPart === true ? null : createNesting(take);

  /** Reads the markup that starts at `at` and returns where it ends; -1 where its end has not come yet. */
  function readMarkup(all: string, at: number): number {
    if (all.startsWith("<!--", at)) return behind(all, "-->", at + 4);
    if (all.startsWith("<![CDATA[", at)) {
      const end = behind(all, "]]>", at + 9);
      if (end > 0) take.text(all.slice(at + 9, end - 3));
      return end;
    }
    if (all.startsWith("<?", at)) return behind(all, "?>", at + 2);
    if (all.startsWith("<!", at)) {
      // "<!" alone may be the start of a comment that a chunk cuts.
      if (all.length - at < 9) return -1;
      throw new BadXml("has a document type in its XML, as no program writes it");
    }
    const end = tagEnd(all, at + 1);
    if (end > 0) readTag(all, at + 1, end);
    return end < 0 ? -1 : end + 1;
  }

  /** @param end - where its ">" is */
  function readTag(all: string, start: number, end: number): void {
    if (all.charCodeAt(start) === SLASH) {
      const closed = localName(all, start + 1, nameEnd(all, start + 1, end));
      nesting?.close(closed);
      take.close(closed);
      return;
    }
    const isEmpty = all.charCodeAt(end - 1) === SLASH;
    const stop = nameEnd(all, start, end);
    const name = localName(all, start, stop);
    nesting?.open(name, isEmpty);
    take.open(name, all.slice(stop, isEmpty ? end - 1 : end), isEmpty);
  }

  return {
    push(text) {
      const all = rest === "" ? text : rest + text;
      let at = 0;
      for (;;) {
        const tag = all.indexOf("<", at);
        if (tag < 0) break;
        if (tag > at) take.text(resolveEntities(all.slice(at, tag)));
        const end = readMarkup(all, tag);
        if (end < 0) {
          at = tag;
          break;
        }
        at = end;
      }
      rest = at === 0 ? all : all.slice(at);
      if (rest.length > MAX_TOKEN) throw new BadXml("has a cell or a tag of more than a million characters");
    },
    end() {
      if (rest.trim() !== "" || nesting?.isWhole() === false) throw new BadXml("is cut short");
    },
  };
}

interface Nesting {
  open(name: string, isEmpty: boolean): void;
  close(name: string): void;
  /** True where tags came, and all of them have closed. */
  isWhole(): boolean;
}

/** Knows which tags are open, and throws BadXml where one can't open or close. */
function createNesting({ within = {}, inside = {} }: XmlTaker): Nesting {
  const open: string[] = [];
  let around = "";
  let hasBegun = false;
  return {
    open(name, isEmpty) {
      hasBegun = true;
      const isMisplaced = within[around]?.has(name) === false || inside[name]?.has(around) === false;
      if (isMisplaced) throw new BadXml(`has a tag ${shown(name)} in ${shown(around)}, where none can be`);
      if (isEmpty) return;
      if (open.push(name) > MOST_OPEN) throw new BadXml(`has more than ${MOST_OPEN} tags in each other`);
      around = name;
    },
    close(name) {
      if (name !== around) throw new BadXml(`has a tag ${shown(around)} that ends as ${shown(name)}`);
      open.pop();
      around = open.at(-1) ?? "";
    },
    isWhole: () => hasBegun && open.length === 0,
  };
}

function shown(name: string): string {
  return `<${name.slice(0, 40)}>`;
}

/** Where `mark` ends from `from` on, -1 where it has not come yet. */
function behind(all: string, mark: string, from: number): number {
  const at = all.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length;
}

/** Where the tag's ">" is: not one in a value. @throws BadXml for a tag that begins within it: a quote is missing */
function tagEnd(all: string, start: number): number {
  let quote = 0;
  for (let at = start; at < all.length; at++) {
    const code = all.charCodeAt(at);
    if (code === 60) throw new BadXml("has a tag that doesn't end");
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === 62) return at;
    else if (code === 34 || code === 39) quote = code;
  }
  return -1;
}

function nameEnd(all: string, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const code = all.charCodeAt(at);
    if (code <= 32 || code === SLASH) return at;
  }
  return end;
}

function localName(all: string, start: number, end: number): string {
  for (let at = start; at < end; at++) if (all.charCodeAt(at) === COLON) return all.slice(at + 1, end);
  return all.slice(start, end);
}

/** The value of an attribute by its name without prefix; null where the tag has none. */
export function attributeOf(attributes: string, name: string): string | null {
  for (let at = attributes.indexOf(name); at >= 0; at = attributes.indexOf(name, at + 1)) {
    const before = at === 0 ? 32 : attributes.charCodeAt(at - 1);
    if (before > 32 && before !== COLON) continue;
    let start = at + name.length;
    while (attributes.charCodeAt(start) <= 32) start++;
    if (attributes[start] !== "=") continue;
    start++;
    while (attributes.charCodeAt(start) <= 32) start++;
    const quote = attributes[start];
    if (quote !== '"' && quote !== "'") continue;
    const end = attributes.indexOf(quote, start + 1);
    return end < 0 ? null : resolveEntities(attributes.slice(start + 1, end));
  }
  return null;
}

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Only XML's own five and numbers: what else has an ampersand stays as it is. */
function resolveEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, entity: string) => {
    if (!entity.startsWith("#")) return NAMED[entity] ?? whole;
    const isHex = entity[1] === "x" || entity[1] === "X";
    const code = isHex ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
