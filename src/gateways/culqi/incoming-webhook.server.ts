import { z } from 'zod';
import type { WebhookReading, RawWebhook } from '#src/domain/payments/index.ts';
import { openSignedWebhook } from '../signed-webhook.server.ts';
import { signatureHeader, timestampHeader } from './unverified.ts';

const eventSchema = z.object({
  id: z.string().min(1).max(100),
  type: z.string().max(80),
  /** The object that changed, as JSON in a text. */
  data: z.string().max(20_000),
});

const changedSchema = z.object({
  id: z.string().regex(/^(?:chr|ord|ref)_\w{1,60}$/),
  /** Of a refund. */
  charge_id: z.string().max(80).optional(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});

/**
 * The charge or order that a webhook is about; nothing else of it is believed. Both of Culqi's gateways read the same
 * kind of webhook; one about the other gateway's object is no hint.
 */
export function readEvent(raw: RawWebhook, keys: readonly string[], about: 'charge' | 'order'): WebhookReading {
  const opened = openSignedWebhook(raw, { timestampHeader, signatureHeader, keys });
  if (!opened.ok) return { kind: 'refused', reason: opened.error };
  const event = eventSchema.safeParse(opened.value);
  const changed = event.success ? changedSchema.safeParse(parsed(event.data.data)) : null;
  if (!event.success || !changed?.success) return { kind: 'refused', reason: 'malformed' };
  const { id, charge_id: charge, metadata } = changed.data;
  const isOrder = id.startsWith('ord_');
  if (isOrder !== (about === 'order')) return { kind: 'hints', hints: [] };
  const attemptId = metadata?.['attempt_id'];
  return {
    kind: 'hints',
    hints: [
      {
        eventId: event.data.id,
        reference: charge ?? id,
        ...(typeof attemptId === 'string' ? { attemptId } : {}),
      },
    ],
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
