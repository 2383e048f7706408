/** SHA-256 of a text's UTF-8 bytes, in lower-case hex. Not inside a transaction: waiting for it would end that. */
export async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
