/** What the kernels use of WebAssembly: the workers' library is the language's alone, which hasn't got it. */
declare namespace WebAssembly {
  interface Module {
    readonly [Symbol.toStringTag]: string;
  }
  const Module: new (bytes: Uint8Array<ArrayBuffer>) => Module;

  interface Instance {
    readonly exports: Record<string, unknown>;
  }
  /** A memory, a number that stays, or a function of numbers. */
  type Import = Memory | number | ((...terms: [number, number, number]) => number);
  const Instance: new (module: Module, imports: Record<string, Record<string, Import>>) => Instance;

  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  const Memory: new (size: { readonly initial: number }) => Memory;
}
