import { createHmac } from 'node:crypto';
import { deriveKey } from '#src/kernel/ids/derive-key.server.ts';
import { sealText, unsealText } from '#src/kernel/ids/sealed-text.server.ts';
import type { DomainConfig } from './context.server.ts';

/** Of a configuration what seals: without keys of their own the seals are made of the one for codes. */
export type Seals = Pick<DomainConfig, 'codeKey' | 'sealKeys'>;

const keysOf = ({ codeKey, sealKeys }: Seals): readonly string[] => sealKeys ?? [codeKey];

/** Seals a text that is kept for longer than a purchase. `purpose` names what it is: no other opens it. */
export function sealLasting(seals: Seals, purpose: string, text: string): string {
  const [key] = keysOf(seals);
  if (key === undefined) throw new Error('There is no key to seal with');
  return sealText(deriveKey(key, purpose), text);
}

/** The text of such a seal, by the key of today or one of before; null when none opens it. */
export function openLasting(seals: Seals, purpose: string, sealed: string): string | null {
  for (const key of keysOf(seals)) {
    const text = unsealText(deriveKey(key, purpose), sealed);
    if (text !== null) return text;
  }
  return null;
}

/** Keyed hashes by which a text is known again, as long as its seals are opened: the first is written down. */
export function hashesOf(seals: Seals, purpose: string, text: string): readonly string[] {
  return keysOf(seals).map((key) => createHmac('sha256', deriveKey(key, purpose)).update(text).digest('hex'));
}
