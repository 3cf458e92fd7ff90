import { hkdfSync } from 'node:crypto';

/**
 * The secret by which an endpoint verifies our webhooks (Standard Webhooks 1.0.0: `whsec_` and 32 bytes as base64). It is
 * derived from the environment's key, so that the database holds none; the next number gives another secret.
 */
export function webhookSecret(key: string, endpointId: string, number: number): string {
  const bytes = hkdfSync('sha256', key, '', `outgoing webhooks of ${endpointId}, secret ${number}`, 32);
  return `whsec_${Buffer.from(bytes).toString('base64')}`;
}
