import { sha256 } from '#src/kernel/ids/ids.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { acceptContract } from '../../documents/contracts/index.server.ts';
import { recordConsents } from '../../checkout/leads/index.server.ts';
import type { SalesContext } from '../context.server.ts';
import { lastProfileOfOrder, usableProfiles } from '../../payments/profiles/index.server.ts';
import type { PaymentProfile } from '../../payments/profiles/index.ts';
import type { PayAnswer, PayFailure, PayRequest } from '../../payments/index.ts';
import { storedAnswerOf, pay } from '../../payments/index.server.ts';
import { currentQuote } from '../../checkout/quotes/index.server.ts';
import type { CheckoutSession } from '../../checkout/sessions/index.ts';
import { trialOf } from '../../checkout/trials/index.server.ts';
import { acceptUpsell } from './decide-upsell.server.ts';
import type { UpsellFailure, UpsellOffer } from './upsell.types.ts';

/** The payment profile that paid a purchase, and by which of an offer's methods it would pay the offer too. */
export interface OneClickInstrument {
  readonly profile: PaymentProfile;
  readonly method: string;
}

/**
 * The instrument by which one click buys an offer: the one that just paid, if its buyer let us keep it and its gateway charges
 * for the offer's business. Null where there is none: the offer is then paid on a page of its own.
 */
export async function oneClickInstrument(
  ctx: SalesContext,
  main: CheckoutSession,
  { brand, variant, business, productCode, planId }: UpsellOffer,
): Promise<OneClickInstrument | null> {
  if (main.orderId === null) return null;
  const profileId =
    (await lastProfileOfOrder(ctx.db, main.orderId)) ?? (await trialOf(ctx.db, main.orderId))?.paymentProfileId ?? null;
  if (profileId === null) return null;
  const profile = (await usableProfiles(ctx.db, main.id)).find(({ id }) => id === profileId);
  const plan = ctx.catalog.product(brand, variant, productCode)?.plans.find(({ id }) => id === planId);
  if (!profile || !plan) return null;
  const offered = plan.methods.find(
    ({ method, active }) =>
      active &&
      ctx.rails.byMethod(method)?.id === profile.rail &&
      ctx.gateways.choose(business, main.market, method, { only: profile.gateway }),
  );
  return offered ? { profile, method: offered.method } : null;
}

/** One click of a buyer. */
export interface UpsellClick {
  readonly installments: number;
  /** What the buyer was shown to be charged for so many installments, with interest, in minor units; only compared. */
  readonly shownAmount: bigint;
  /** The words beside the button, and their copy key. */
  readonly agreed: { readonly label: string; readonly text: string };
  readonly browser: PayRequest['browser'];
}

export type BuyFailure = UpsellFailure | 'not-kept' | 'quote-changed';

/** The purchase of the offer, and the outcome of its one charge. */
export interface BoughtUpsell {
  readonly session: CheckoutSession;
  readonly paid: Result<PayAnswer, PayFailure>;
}

/**
 * Accepts an offer and pays it with the instrument that was just used. However often it is clicked, in any number of tabs,
 * there is one order with one charge: the idempotency key is made of the offer's session. A decline or a challenge leaves an
 * order that may be paid by any other method.
 */
export async function buyUpsell(
  ctx: SalesContext,
  main: CheckoutSession,
  offer: UpsellOffer,
  click: UpsellClick,
): Promise<Result<BoughtUpsell, BuyFailure>> {
  const accepted = await acceptUpsell(ctx, main, offer);
  if (!accepted.ok) return accepted;
  const session = accepted.value;
  const instrument = await oneClickInstrument(ctx, main, offer);
  if (!instrument) return err('not-kept');
  const { installments, shownAmount, agreed, browser } = click;
  const asked = {
    sessionId: session.id,
    idempotencyKey: sha256(`one click ${session.id}`).slice(0, 40),
    // The same click finds its own order, whatever quote is the newest by then.
    asked: JSON.stringify(['one click', installments]),
    tenders: [
      {
        method: instrument.method,
        installments,
        fields: { paymentProfileId: instrument.profile.id },
        isOneClick: true,
      },
    ],
  } as const;
  const before = await storedAnswerOf(ctx, { ...asked, quoteId: '' });
  if (before) return ok({ session, paid: before });
  const quote = await currentQuote(ctx, session);
  if (!quote.ok) return err('quote-changed');
  const { id: quoteId, total, installments: options } = quote.value;
  const charged = options.find(({ count }) => count === installments)?.total ?? total;
  if (charged !== shownAmount) return err('quote-changed');
  const consent = { kind: 'purchase', accepted: true, ...agreed } as const;
  await recordConsents(ctx.db, session.id, [consent], browser.ip, ctx.clock.now());
  const contract = await acceptContract(ctx, session, quoteId, { label: agreed.text, ip: browser.ip });
  if (!contract.ok) ctx.log.warn('contract-missing', { reason: `${offer.brand} ${contract.error}` });
  const paid = await pay(ctx, { ...asked, quoteId, browser });
  return ok({ session, paid });
}
