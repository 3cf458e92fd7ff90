import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import type { WebhookReading, RawWebhook } from '#src/domain/payments/index.ts';
import { signature } from './nupay.facts.ts';

/** A payment changed: which, not how. */
const webhookSchema = z.object({
  referenceId: z.string().min(1).max(100),
  pspReferenceId: z.string().min(1).max(100),
  timestamp: z.string().min(1).max(40),
});
/** A refund changed; it comes to the address with `/refunds` behind it. */
const refundWebhookSchema = z.object({
  refundId: z.string().min(1).max(100),
  pspReferenceId: z.string().min(1).max(100),
  transactionRefundId: z.string().min(1).max(100),
});

/** What stands before the 32 bytes of an Ed25519 public key in SPKI (RFC 8410). */
const spkiHead = Buffer.from('302a300506032b6570032100', 'hex');

/** A key as NuPay publishes it: 32 bytes in base64. Throws on what is no key. */
export function readSigningKey(text: string): KeyObject {
  return createPublicKey({ key: Buffer.concat([spkiHead, Buffer.from(text, 'base64')]), format: 'der', type: 'spki' });
}

/**
 * Reads a message; with keys, only one that NuPay signed within the drift that it allows. Without keys nobody has proved to
 * have sent it. It says nothing of a payment's state: that is asked for.
 */
export function readMessage(raw: RawWebhook, keys: readonly KeyObject[]): WebhookReading {
  const refusal = keys.length === 0 ? null : checkSignature(raw, keys);
  if (refusal) return { kind: 'refused', reason: refusal };
  const unproved = keys.length === 0 ? { isUnverified: true as const } : {};
  const body = parse(raw.body);
  const notice = webhookSchema.safeParse(body);
  if (notice.success) {
    const { referenceId, pspReferenceId: reference, timestamp } = notice.data;
    const hint = { eventId: `${reference}:${timestamp}`.slice(0, 200), reference };
    return { kind: 'hints', hints: [isOurs(referenceId) ? { ...hint, attemptId: referenceId } : hint], ...unproved };
  }
  const refund = refundWebhookSchema.safeParse(body);
  if (!refund.success) return { kind: 'refused', reason: 'malformed' };
  const { refundId, pspReferenceId: reference } = refund.data;
  return { kind: 'hints', hints: [{ eventId: `${reference}:refund:${refundId}`, reference }], ...unproved };
}

function checkSignature(raw: RawWebhook, keys: readonly KeyObject[]): 'bad-signature' | 'stale' | null {
  const timestamp = raw.headers[signature.timestamp] ?? '';
  const given = Buffer.from(raw.headers[signature.value] ?? '', 'base64');
  const message = Buffer.concat([Buffer.from(`POST${raw.path ?? ''}${timestamp}`), raw.body]);
  if (timestamp === '' || !keys.some((key) => verify(null, message, key, given))) return 'bad-signature';
  const drift = Math.abs(raw.receivedAt.getTime() - Date.parse(timestamp)) / 1000;
  return drift <= signature.driftSeconds ? null : 'stale';
}

function isOurs(referenceId: string): boolean {
  return /^att_[\w-]{22}$/.test(referenceId);
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
