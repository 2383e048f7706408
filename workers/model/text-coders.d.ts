/** What the model uses of text and bytes: its library is the language's alone, which hasn't got them. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };
declare const TextDecoder: new (
  label: "utf-8",
  options: { readonly ignoreBOM: true },
) => { decode(bytes: Uint8Array): string };
