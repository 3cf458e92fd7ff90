import { saveLead } from '#src/domain/leads/index.server.ts';
import { currentQuote } from '#src/domain/quotes/index.server.ts';
import { openSession } from '#src/domain/sessions/index.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { accepted, type DomainWorld, sessionStart } from './domain-world.server.ts';

export interface LeaverWish {
  readonly email?: string;
  /** Agreed to hear from the school; left out, they said nothing. */
  readonly marketing?: boolean;
}

/** Somebody who leaves their data in a browser of their own, and has not paid yet. */
export async function leaver(
  { ctx }: DomainWorld,
  { email = `${newSecret()}@example.com`, marketing }: LeaverWish = {},
) {
  const session = await openSession(ctx, { browserHash: newSecret(), ...sessionStart });
  const consent = { kind: 'marketing', label: 'news', text: 'News, please' } as const;
  const lead = await saveLead(ctx, session, {
    name: 'Maria da Silva',
    email,
    phone: '+5511961234567',
    consents: marketing === undefined ? [] : [{ ...consent, accepted: marketing }],
    ip: '127.0.0.1',
  });
  const quote = accepted(await currentQuote(ctx, session));
  return { session, lead, quote, email };
}
