/** SHA-256 by the platform. Of bytes that come in pieces there is @noble/hashes. */

/** Of bytes that are in memory, in lower-case hex: the browser's own is several times faster. */
export async function sha256Of(bytes: BufferSource): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
