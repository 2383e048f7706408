/** What the engine uses of WebAssembly: its library is the language's alone, which hasn't got it. */
declare namespace WebAssembly {
  interface Module {
    readonly [Symbol.toStringTag]: string;
  }
  const Module: new (bytes: Uint8Array<ArrayBuffer>) => Module;

  interface Instance {
    readonly exports: unknown;
  }
  const Instance: new (module: Module) => Instance;

  interface Memory {
    readonly buffer: ArrayBuffer;
    /** @returns the pages of 65,536 bytes that it had */
    grow(pages: number): number;
  }
}
