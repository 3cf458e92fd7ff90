import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { type Refusal, refusal } from '../runtime/responses.server.ts';
import type { JournalStore } from '../runtime/journal-store.server.ts';
import type { SandboxContext } from '../runtime/sandbox-context.server.ts';

/** One text message as a phone received it. */
export interface Sms {
  readonly id: string;
  /** E.164. */
  readonly to: string;
  readonly text: string;
  readonly receivedAt: string;
  /** The sender's idempotency key. */
  readonly key: string;
}

const smsSchema = z.strictObject({
  to: z.string().regex(/^\+[1-9]\d{6,14}$/),
  text: z.string().min(1).max(1_000),
});

export interface PhoneInbox {
  /** Delivers a message to a phone; a repeated key gives the earlier message. */
  take(key: string | undefined, body: unknown): Result<Sms, Refusal>;
  /** Newest first; only those to a number, when one is given (blanks, dashes and a lost `+` do not matter). */
  list(to?: string): Sms[];
}

/** All phones: text messages are stored and never forwarded. */
export function createPhoneInbox(context: SandboxContext): PhoneInbox {
  const store: JournalStore<Sms> = context.store<Sms>('sms', { idOf: (sms) => sms.key });
  return {
    take(key, body) {
      if (key === undefined || key === '') return err(refusal(400, 'key-missing', 'An Idempotency-Key is needed.'));
      const read = smsSchema.safeParse(body);
      if (!read.success) return err(refusal(422, 'malformed', 'A message has a phone (E.164) and a text.'));
      const before = store.get(key);
      if (before) {
        const isSame = before.to === read.data.to && before.text === read.data.text;
        return isSame ? ok(before) : err(refusal(422, 'key-reused', 'This key was used for another message.'));
      }
      const sms: Sms = { id: randomUUID(), key, ...read.data, receivedAt: context.timestamp() };
      store.put(sms);
      return ok(sms);
    },
    list: (to) => {
      const digits = to?.replaceAll(/\D/g, '');
      return [...store.values()].filter((sms) => digits === undefined || sms.to === `+${digits}`).reverse();
    },
  };
}
