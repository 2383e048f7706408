/**
 * What the harness uses once a person's text has run, kept from before it: the text may have replaced every method of
 * every prototype. For the same reason nothing here is looped over by `for of`, spread, pushed or matched by a method.
 */

/** A method as a function that takes its `this` first; nothing is looked up when it is called. */
export function kept<This, Rest extends unknown[], Out>(
  method: (this: This, ...rest: Rest) => Out,
): (self: This, ...rest: Rest) => Out {
  return Function.prototype.call.bind(method) as (self: This, ...rest: Rest) => Out;
}

/** The getter of an accessor, kept in the same way. */
export function keptGetter(holder: object, key: PropertyKey): (self: unknown) => unknown {
  const getter = Reflect.getOwnPropertyDescriptor(holder, key)?.get;
  if (!getter) throw new TypeError(`harness: no getter ${String(key)}`);
  return kept<unknown, [], unknown>(getter);
}

const TypedArray: unknown = Object.getPrototypeOf(Float64Array.prototype);

export const Numbers: Float64ArrayConstructor = Float64Array;
export const Days: Int32ArrayConstructor = Int32Array;
export const setNumbers: (self: Float64Array, values: Float64Array, at?: number) => void = kept(
  Numbers.prototype.set,
);
export const setDays: (self: Int32Array, values: Int32Array) => void = kept(Days.prototype.set);
export const isArray: (value: unknown) => boolean = Array.isArray;
export const bare: (prototype: null) => Record<string, unknown> = Object.create;
export const textOf: (value: unknown) => string = String;
export const jsonOf: (value: unknown) => unknown = JSON.stringify;
export const cut: (text: string, from: number, to: number) => string = kept(String.prototype.slice);
export const lowerCase: (text: string) => string = kept(String.prototype.toLowerCase);
export const match: (pattern: RegExp, text: string) => RegExpExecArray | null = kept(RegExp.prototype.exec);
/** "Float64Array" and the like; undefined for what is no typed array, a proxy of one among it. */
export const typedArrayName: (value: unknown) => unknown = keptGetter(Object(TypedArray), Symbol.toStringTag);
export const typedArrayLength: (value: unknown) => unknown = keptGetter(Object(TypedArray), "length");
export const typedArrayMemory: (value: unknown) => unknown = keptGetter(Object(TypedArray), "buffer");
