/** What the kernels use of WebAssembly: the workers' library is the language's alone, which hasn't got it. */
declare namespace WebAssembly {
  interface Module {
    readonly [Symbol.toStringTag]: string;
  }
  const Module: new (bytes: Uint8Array<ArrayBuffer>) => Module;

  interface Instance {
    readonly exports: unknown;
  }
  const Instance: new (module: Module, imports: Record<string, Record<string, Memory>>) => Instance;

  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  const Memory: new (size: { readonly initial: number }) => Memory;
}
