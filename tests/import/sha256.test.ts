import { createHash } from "node:crypto";
import { fc, it } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { createSha256 } from "#workers/model/sha256.ts";

function sumOf(parts: readonly Uint8Array[]): string {
  const sum = createSha256();
  for (const part of parts) sum.push(part);
  return sum.end();
}

describe("SHA-256 in pieces", () => {
  // FIPS 180-2, appendix B.1 and B.2, and the sum of nothing.
  it.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    [
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ],
  ])("of %j is the standard's", (text, expected) => {
    expect(sumOf([new TextEncoder().encode(text)])).toBe(expected);
  });

  it.prop([fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 6 })])(
    "is that of the whole, wherever it is cut",
    (parts) => {
      const hash = createHash("sha256");
      for (const part of parts) hash.update(part);
      expect(sumOf(parts)).toBe(hash.digest("hex"));
    },
  );
});
