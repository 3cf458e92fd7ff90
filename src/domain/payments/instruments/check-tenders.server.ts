import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { checkPrompt, checkPayment, attemptOriginOf, type Prompt, type RiskLevel } from '../../risk/index.server.ts';
import type { Lead } from '../../checkout/leads/index.ts';
import type { CheckoutSession } from '../../checkout/sessions/index.ts';
import { lockOpenPrompt } from '../attempts/attempt-search.repository.server.ts';
import type { PayFailure, PayRequest } from '../ports/pay.types.ts';
import type { PreparedTender } from './prepare-tender.server.ts';
import { paymentProfileField } from './resolve-payment-profile.server.ts';

/** The session that asks for prompts, and its order if there is one already. */
interface PromptContext {
  readonly session: CheckoutSession;
  readonly lead: Pick<Lead, 'email'>;
  readonly ip: string;
  readonly visitor?: string | undefined;
  readonly orderId: string | null;
}

/** Checks the risk limits of a payment: card attempts, and prompts to a phone or a wallet that may be a stranger's. */
export async function checkTenders(
  ctx: PaymentsContext,
  trx: Db,
  from: {
    readonly session: CheckoutSession;
    readonly lead: Lead;
    readonly request: PayRequest;
    readonly level: RiskLevel;
    readonly tenders: readonly PreparedTender[];
    /** The order at hand. */
    readonly orderId: string | null;
  },
): Promise<PayFailure | null> {
  const { session, lead, request, level, tenders, orderId } = from;
  const { browser, visitor } = request;
  const counted = tenders.filter(({ rail }) => rail.countsCardAttempts);
  if (counted.length > 0) {
    // A saved instrument proves nothing about a new one beside it.
    const isSavedInstrument = request.tenders.every(
      ({ method, fields }) =>
        (fields[paymentProfileField] ?? '') !== '' || !ctx.rails.byMethod(method)?.countsCardAttempts,
    );
    const canForceChallenge = counted.every(({ gateway }) => gateway.canForceChallenge);
    const origin = attemptOriginOf(ctx, { ip: browser.ip, email: lead.email, sessionId: session.id });
    const refusal = await checkPayment(ctx, trx, origin, { level, isSavedInstrument, canForceChallenge, visitor });
    if (refusal) return refusal;
  }
  return checkPrompts(ctx, trx, tenders, { session, lead, ip: browser.ip, visitor, orderId });
}

/** Checks and counts the prompts that tenders send to phones and wallets. */
export async function checkPrompts(
  ctx: PaymentsContext,
  trx: Db,
  tenders: readonly Pick<PreparedTender, 'rail' | 'details'>[],
  call: PromptContext,
): Promise<PayFailure | null> {
  const { session, lead, ip, visitor, orderId } = call;
  const origin = attemptOriginOf(ctx, { ip, email: lead.email, sessionId: session.id });
  for (const { rail, details } of tenders) {
    const prompt = promptOf(rail.prompts, details.payer);
    if (!prompt) continue;
    const open = prompt.phone === undefined ? null : await lockOpenPrompt(trx, rail.id, prompt.phone, ctx.clock.now());
    // A buyer who submits twice gets the open prompt; nothing of another order is shown.
    if (open && open.orderId === orderId && !open.superseded)
      return { code: 'attempt-open', orderId, attemptId: open.id };
    if (open) {
      const seconds = Math.ceil((open.expiresAt.getTime() - ctx.clock.now().getTime()) / 1000);
      return { code: 'prompt-open', retryAfterSeconds: Math.max(1, seconds) };
    }
    const refusal = await checkPrompt(ctx, trx, prompt, { origin, brand: session.brand, visitor });
    if (refusal) return refusal;
  }
  return null;
}

function promptOf(by: PreparedTender['rail']['prompts'], payer: PreparedTender['details']['payer']): Prompt | null {
  if (by === 'phone' && payer.phone !== undefined) return { phone: payer.phone };
  return by === 'document' && payer.document ? { document: payer.document.number } : null;
}
