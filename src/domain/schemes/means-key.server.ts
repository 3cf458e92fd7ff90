import { createHmac } from 'node:crypto';
import { deriveKey } from '#src/kernel/ids/derive-key.server.ts';

/** The name under which a means' tries are counted: a keyed hash, so that the table alone tells nothing of it. */
export function meansKey(codeKey: string, gateway: string, fingerprint: string): string {
  const key = deriveKey(codeKey, 'fingerprints of means of payment');
  return createHmac('sha256', key)
    .update(JSON.stringify([gateway, fingerprint]))
    .digest('base64url');
}
