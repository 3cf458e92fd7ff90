import { timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { webhookSecret } from '#src/kernel/crypto/webhook-secret.server.ts';
import type { JournalStore } from '../runtime/journal-store.server.ts';
import type { SandboxContext } from '../runtime/sandbox-context.server.ts';

/** One received message; one that is no webhook of the shop is stored as well, without its body. */
export interface ReceivedWebhook {
  readonly id: string;
  readonly endpoint: string;
  readonly webhookId: string;
  /** Empty when it was not verified. */
  readonly type: string;
  /** `effect`: it was applied; `repeat`: it was applied before; the others were not verified, with the reason. */
  readonly verdict: 'effect' | 'repeat' | 'bad-signature' | 'stale' | 'malformed';
  readonly body: unknown;
  readonly at: string;
}

interface Pasted {
  readonly endpoint: string;
  /** The newest first. */
  readonly secrets: readonly string[];
}

export interface Receiver {
  /** Handles a message's exact bytes; the log is written before the answer. */
  take(endpoint: string, headers: Readonly<Record<string, unknown>>, body: string): ReceivedWebhook;
  /** Stores the secret that the shop's operator issued; the previous one stays valid. */
  paste(endpoint: string, secret: string): void;
  /** In the order in which they came. */
  list(endpoint?: string): ReceivedWebhook[];
}

const envelope = z.strictObject({
  type: z.string().regex(/^[a-z_]+(?:\.[a-z_]+)*$/),
  version: z.literal(1),
  timestamp: z.iso.datetime(),
  data: z.record(z.string(), z.unknown()),
});
const toleranceSeconds = 5 * 60;

/**
 * The receiving side of a school: its learning platform and its backend. It accepts only signed messages (Standard
 * Webhooks), applies each once by its id, and logs before it answers: its log outlives `kill -9`.
 */
export function createReceiver(context: SandboxContext, key: string | null): Receiver {
  const receivedWebhooks: JournalStore<ReceivedWebhook> = context.store<ReceivedWebhook>('school-arrivals', {
    idOf: ({ id }) => id,
  });
  const pasted: JournalStore<Pasted> = context.store<Pasted>('school-secrets', { idOf: ({ endpoint }) => endpoint });
  const done = new Set([...receivedWebhooks.values()].filter(({ verdict }) => verdict === 'effect').map(nameOf));

  function secretsOf(endpoint: string): readonly string[] {
    return pasted.get(endpoint)?.secrets ?? (key === null ? [] : [webhookSecret(key, endpoint, 1)]);
  }

  /** The library's own check uses this machine's clock only; the sandbox's may have been moved. */
  function isSigned(endpoint: string, id: string, at: Date, given: string, body: string): boolean {
    return secretsOf(endpoint).some((secret) => {
      const expected = new Webhook(secret).sign(id, at, body);
      return given.split(' ').some((one) => isSame(one, expected));
    });
  }

  function verify(endpoint: string, headers: Readonly<Record<string, unknown>>, body: string) {
    const text = (name: string): string => (typeof headers[name] === 'string' ? headers[name] : '');
    const [id, sentAt, signature] = [text('webhook-id'), text('webhook-timestamp'), text('webhook-signature')];
    const known = { webhookId: id.slice(0, 100), type: '', body: null };
    if (!/^\d{1,12}$/.test(sentAt) || id === '') return { ...known, verdict: 'malformed' as const };
    const at = new Date(Number(sentAt) * 1000);
    if (!isSigned(endpoint, id, at, signature, body)) return { ...known, verdict: 'bad-signature' as const };
    if (Math.abs(context.clock.now().getTime() - at.getTime()) > toleranceSeconds * 1000)
      return { ...known, verdict: 'stale' as const };
    const read = envelope.safeParse(jsonOf(body));
    if (!read.success) return { ...known, verdict: 'malformed' as const };
    const isRepeat = done.has(nameOf({ endpoint, webhookId: id }));
    const verdict = isRepeat ? ('repeat' as const) : ('effect' as const);
    return { webhookId: id, type: read.data.type, body: read.data, verdict };
  }

  return {
    take(endpoint, headers, body) {
      const verified = verify(endpoint, headers, body);
      const received: ReceivedWebhook = {
        id: String(receivedWebhooks.size + 1),
        endpoint,
        ...verified,
        at: context.timestamp(),
      };
      receivedWebhooks.put(received);
      if (received.verdict === 'effect') done.add(nameOf(received));
      return received;
    },
    paste(endpoint, secret) {
      pasted.put({ endpoint, secrets: [secret, ...secretsOf(endpoint)].slice(0, 2) });
    },
    list: (endpoint) =>
      [...receivedWebhooks.values()].filter((one) => endpoint === undefined || one.endpoint === endpoint),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const nameOf = ({ endpoint, webhookId }: { readonly endpoint: string; readonly webhookId: string }): string =>
  `${endpoint} ${webhookId}`;

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
