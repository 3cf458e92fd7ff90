import { z } from 'zod';

const keySet = z.object({
  keys: z.array(z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() })),
});

/** The keys (32 bytes, base64url) of a key set's text; none when the text is no key set. */
export function parseKeys(text: string): readonly string[] {
  try {
    const read = keySet.safeParse(JSON.parse(text));
    return read.success ? read.data.keys.map(({ x }) => x) : [];
  } catch {
    return [];
  }
}
