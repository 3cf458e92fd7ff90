import { sql } from 'kysely';
import type { Db, DomainContext } from '../context.server.ts';
import { guardPrompt, guardTry, originOf, type Prompt, type Stage } from '../defences/index.server.ts';
import type { Lead } from '../leads/index.ts';
import type { CheckoutSession } from '../sessions/index.ts';
import type { PayFailure, PayRequest } from './pay.types.ts';
import type { PreparedTender } from './prepare-tender.server.ts';
import { profileField } from './resolve-profile.server.ts';

/** Who asks for prompts, and for which order if there is one already. */
interface PromptCall {
  readonly session: CheckoutSession;
  readonly lead: Pick<Lead, 'email'>;
  readonly ip: string;
  readonly visitor?: string | undefined;
  readonly orderId: string | null;
}

/** Whether a buyer may pay so now: thieves try cards too, and anybody can name another's phone or document. */
export async function guardTenders(
  ctx: DomainContext,
  trx: Db,
  from: {
    readonly session: CheckoutSession;
    readonly lead: Lead;
    readonly request: PayRequest;
    readonly stage: Stage;
    readonly tenders: readonly PreparedTender[];
    /** The order at hand. */
    readonly orderId: string | null;
  },
): Promise<PayFailure | null> {
  const { session, lead, request, stage, tenders, orderId } = from;
  const { browser, visitor } = request;
  const counted = tenders.filter(({ rail }) => rail.triesAreCounted);
  if (counted.length > 0) {
    // One kept means says nothing of another that is tried beside it.
    const isKept = request.tenders.every(
      ({ method, fields }) => (fields[profileField] ?? '') !== '' || !ctx.rails.byMethod(method)?.triesAreCounted,
    );
    const asksOnDemand = counted.every(({ gateway }) => gateway.asksOnDemand);
    const origin = originOf(ctx, { ip: browser.ip, email: lead.email, sessionId: session.id });
    const refusal = await guardTry(ctx, trx, origin, { stage, isKept, asksOnDemand, visitor });
    if (refusal) return refusal;
  }
  return guardPrompts(ctx, trx, tenders, { session, lead, ip: browser.ip, visitor, orderId });
}

/** Looks at what would make a phone ring or ask a wallet, and counts it. */
export async function guardPrompts(
  ctx: DomainContext,
  trx: Db,
  tenders: readonly Pick<PreparedTender, 'rail' | 'details'>[],
  call: PromptCall,
): Promise<PayFailure | null> {
  const { session, lead, ip, visitor, orderId } = call;
  const origin = originOf(ctx, { ip, email: lead.email, sessionId: session.id });
  for (const { rail, details } of tenders) {
    const prompt = promptOf(rail.prompts, details.payer);
    if (!prompt) continue;
    const open = prompt.phone === undefined ? null : await openPrompt(ctx, trx, rail.id, prompt.phone);
    // A buyer who presses twice sees the prompt that is open; of another's order nothing is told.
    if (open && open.order_id === orderId && !open.superseded)
      return { code: 'attempt-open', orderId, attemptId: open.id };
    if (open) {
      const seconds = Math.ceil((open.expires_at.getTime() - ctx.clock.now().getTime()) / 1000);
      return { code: 'prompt-open', retryAfterSeconds: Math.max(1, seconds) };
    }
    const refusal = await guardPrompt(ctx, trx, prompt, { origin, brand: session.brand, visitor });
    if (refusal) return refusal;
  }
  return null;
}

function promptOf(by: PreparedTender['rail']['prompts'], payer: PreparedTender['details']['payer']): Prompt | null {
  if (by === 'phone' && payer.phone !== undefined) return { phone: payer.phone };
  return by === 'document' && payer.document ? { document: payer.document.number } : null;
}

/** The prompt that a phone has not answered yet, whosever order it is for. Calls for one phone are looked at in turn. */
async function openPrompt(ctx: DomainContext, trx: Db, railId: string, phone: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`prompt ${phone}`}, 45))`.execute(trx);
  const open = await trx
    .selectFrom('attempts')
    .select(['id', 'order_id', 'superseded', 'expires_at'])
    .where(sql<string>`payer ->> 'phone'`, '=', phone)
    // As the index has it.
    .where(sql<boolean>`state in ('created', 'awaiting-buyer', 'processing', 'unknown')`)
    .where('rail', '=', railId)
    .where('pending', 'is', null)
    .where('expires_at', '>', ctx.clock.now())
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return open ?? null;
}
