import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import type { WebhookReading, RawWebhook } from '#src/domain/payments/index.ts';
import { signature } from './nupay.facts.ts';

/** A payment changed; its new state is not included. */
const webhookSchema = z.object({
  referenceId: z.string().min(1).max(100),
  pspReferenceId: z.string().min(1).max(100),
  timestamp: z.string().min(1).max(40),
});
/** A refund changed; sent to the webhook address with `/refunds` appended. */
const refundWebhookSchema = z.object({
  refundId: z.string().min(1).max(100),
  pspReferenceId: z.string().min(1).max(100),
  transactionRefundId: z.string().min(1).max(100),
});

/** The prefix of the 32 bytes of an Ed25519 public key in SPKI (RFC 8410). */
const spkiHead = Buffer.from('302a300506032b6570032100', 'hex');

/** A key as NuPay publishes it: 32 bytes in base64. Throws on anything else. */
export function readSigningKey(text: string): KeyObject {
  return createPublicKey({ key: Buffer.concat([spkiHead, Buffer.from(text, 'base64')]), format: 'der', type: 'spki' });
}

/**
 * Reads a webhook; with keys, only one that NuPay signed within the allowed clock drift. Without keys its sender is not
 * proven. It carries no state: the payment is read.
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
