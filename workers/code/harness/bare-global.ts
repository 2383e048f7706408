/** Takes all but the language away from the global object and its prototypes, before a person's text runs there. */

/** ECMAScript 2023. Left out on purpose: what shares memory, tells of the collector, speaks a locale or runs text. */
const LANGUAGE: ReadonlySet<PropertyKey> = new Set(
  `globalThis Infinity NaN undefined isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent encodeURI
  encodeURIComponent escape unescape AggregateError Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean
  DataView Date Error EvalError Float32Array Float64Array Function Int8Array Int16Array Int32Array Map Number Object
  Promise Proxy RangeError ReferenceError RegExp Set String Symbol SyntaxError TypeError Uint8Array Uint8ClampedArray
  Uint16Array Uint32Array URIError WeakMap WeakSet JSON Math Reflect`.split(/\s+/),
);

/**
 * Gives the names that could not be taken away: with one left, nothing of a person may run. Plain values that an engine
 * keeps are no way to anything (Chromium's TEMPORARY and PERSISTENT are 0 and 1).
 */
export function bareGlobal(): string[] {
  const left: string[] = [];
  let holder: object | null = globalThis;
  while (holder !== null && holder !== Object.prototype) {
    for (const key of Reflect.ownKeys(holder)) {
      const stays = holder === globalThis && LANGUAGE.has(key);
      if (stays || Reflect.deleteProperty(holder, key) || isPlain(holder, key)) continue;
      left.push(String(key));
    }
    holder = Object.getPrototypeOf(holder);
  }
  closeEvaluation();
  speakNoLocale();
  return left;
}

function isPlain(holder: object, key: PropertyKey): boolean {
  const value: unknown = Reflect.getOwnPropertyDescriptor(holder, key)?.value;
  return typeof value === "number" || typeof value === "string" || typeof value === "boolean";
}

/** Text becomes code nowhere: not by `Function`, and not by the constructors that functions lead to. */
function closeEvaluation(): void {
  const kinds = [function plain() {}, async () => {}, function* plain() {}, async function* plain() {}];
  for (const kind of kinds) {
    const prototype: object = Object(Object.getPrototypeOf(kind));
    const refuse = function refuse(): never {
      throw new EvalError("text can't become code here");
    };
    Reflect.defineProperty(refuse, "prototype", { value: prototype });
    Reflect.defineProperty(prototype, "constructor", { value: refuse });
    if (prototype === Function.prototype) Reflect.set(globalThis, "Function", refuse);
  }
}

/** What depends on the language of a device means the same on all of them. */
function speakNoLocale(): void {
  const { toString: numberText } = Number.prototype;
  const { toString: bigText } = BigInt.prototype;
  define(Number.prototype, "toLocaleString", function toLocaleString(this: number) {
    return Reflect.apply(numberText, this, []);
  });
  define(BigInt.prototype, "toLocaleString", function toLocaleString(this: bigint) {
    return Reflect.apply(bigText, this, []);
  });
  define(String.prototype, "toLocaleLowerCase", String.prototype.toLowerCase);
  define(String.prototype, "toLocaleUpperCase", String.prototype.toUpperCase);
  define(String.prototype, "localeCompare", function localeCompare(this: unknown, other: unknown) {
    const [left, right] = [String(this), String(other)];
    return left === right ? 0 : left < right ? -1 : 1;
  });
}

/** Defines a method as the language defines its own: not enumerable. */
export function define(holder: object, name: string, value: unknown): void {
  Reflect.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });
}
