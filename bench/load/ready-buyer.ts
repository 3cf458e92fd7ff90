import { randomUUID } from 'node:crypto';
import { saveLead } from '#src/domain/checkout/leads/index.server.ts';
import { currentQuote } from '#src/domain/checkout/quotes/index.server.ts';
import { openSession, sessionById } from '#src/domain/checkout/sessions/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import { chooseUnit } from '#src/domain/orders/index.server.ts';
import type { PayRequest } from '#src/domain/payments/index.ts';
import { sha256 } from '#src/kernel/ids/ids.server.ts';
import type { MethodCase } from './method-cases.ts';

/** All steps of a buyer before the payment. */
export async function readyToPay(
  ctx: DomainContext,
  origin: string,
  one: MethodCase,
  number: number,
): Promise<PayRequest> {
  const browserHash = sha256(randomUUID());
  const opened = await openSession(ctx, { ...one.start, browserHash });
  await saveLead(ctx, opened, { ...one.buyer, consents: [], ip: '127.0.0.1' });
  if (one.unit !== undefined) await chooseUnit(ctx, opened, one.unit);
  const session = await sessionById(ctx.db, opened.id);
  if (!session) throw new Error('A session vanished');
  const quote = await currentQuote(ctx, session);
  if (!quote.ok) throw new Error(`${one.name}: ${quote.error.code}`);
  const fields = await one.fields({ origin, number, now: ctx.clock.now() });
  return {
    ...{ sessionId: session.id, idempotencyKey: randomUUID(), quoteId: quote.value.id },
    tenders: [{ method: one.method, installments: 1, fields }],
    browser: { userAgent: 'bench', language: 'pt-BR', ip: '127.0.0.1' },
  };
}
