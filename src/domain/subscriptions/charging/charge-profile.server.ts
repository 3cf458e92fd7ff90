import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import { findPlan } from '../../catalog/products/index.ts';
import { leadById } from '../../checkout/leads/index.server.ts';
import type { Order } from '../../orders/index.server.ts';
import { type PaymentProfile, subscriptionProfile } from '../../payments/profiles/index.server.ts';
import type { Payer } from '../../payments/index.ts';
import { type AttemptRow, callGateway, insertTender, openAttempt } from '../../payments/index.server.ts';
import { installmentOptions, maxInstallments } from '../../checkout/quotes/index.ts';
import type { Subscription, BillingPeriod } from '../subscriptions/index.server.ts';

/** An off-session charge that is written and not begun. */
export interface CreatedCharge {
  readonly order: Order;
  readonly attempt: AttemptRow;
  readonly gateway: NonNullable<ReturnType<SubscriptionsContext['gateways']['byId']>>;
  readonly payer: Payer;
  readonly profile: PaymentProfile;
  readonly subscriptionId: string;
}

/** `instrument-gone`: the buyer deleted the payment profile, or no gateway keeps it any more. */
export type ChargeFailure = 'instrument-gone';

/**
 * Writes the charge of a billing period by the subscription's payment profile. The caller holds the locks, has seen that no
 * other charge can take money for the period, and begins the charge once this is committed.
 */
export async function createCharge(
  ctx: SubscriptionsContext,
  trx: Db,
  from: {
    readonly order: Order;
    readonly subscription: Subscription;
    readonly period: Pick<BillingPeriod, 'number'>;
    readonly tried: number;
  },
): Promise<Result<CreatedCharge, ChargeFailure>> {
  const { order, subscription, period, tried } = from;
  const { id: subscriptionId, instrument } = subscription;
  const profile = instrument.kind === 'profile' ? await subscriptionProfile(trx, subscriptionId) : null;
  const rail = profile && ctx.rails.byId(profile.rail);
  const gateway = profile && ctx.gateways.byId(profile.gateway);
  const lead = await leadById(trx, order.leadId);
  if (!profile || !rail || !gateway || !lead || instrument.kind !== 'profile') return err('instrument-gone');
  const { name, email, phone, document } = lead;
  const payer: Payer = {
    name,
    email,
    phone,
    ...(document ? { document } : {}),
    ...(lead.address ? { address: lead.address } : {}),
  };
  const now = ctx.clock.now();
  const server = ctx.rails.server(rail.id);
  const expiresAt = server.expiresAt(now, order.market);
  const { brand, last4, expiry } = profile;
  const tender = {
    rail,
    gateway,
    method: rail.methods[0],
    planId: order.planId,
    installments: rail.takesInstallments ? Math.min(instrument.installments, maxInstallmentsOf(ctx, order)) : 1,
    principal: order.total - order.received,
    interest: 0n,
    details: {
      payer,
      details: {},
      kept: { paymentProfileId: profile.id, brand, last4, expiry, subscriptionId, period: period.number },
    },
    expiresAt,
    deadlineAt: new Date(expiresAt.getTime() + server.graceSeconds * 1000),
    singleUseHash: null,
  };
  const tenderId = await insertTender(trx, order, tender, now);
  const attempt = await openAttempt(trx, order, tender, { tenderId, number: tried + 1, now, call: null });
  return ok({ order, attempt, gateway, payer, profile, subscriptionId });
}

/** In how many installments the plan that is charged may be paid: a later plan may allow fewer than the first. */
function maxInstallmentsOf(
  { catalog }: SubscriptionsContext,
  { brand, variant, productCode, planId, total, received, currency }: Order,
): number {
  const product = catalog.product(brand, variant, productCode);
  const plan = product && findPlan(product, planId);
  // A plan that is no longer sold is charged as it was agreed to.
  if (!plan) return maxInstallments;
  const options = plan.installments
    ? installmentOptions({ amount: total - received, currency }, plan.installments)
    : [];
  return options.at(-1)?.count ?? 1;
}

/** Begins a written charge at its gateway, outside any transaction. The answer is applied by `applyGatewayFact`. */
export async function submitCharge(ctx: SubscriptionsContext, written: CreatedCharge) {
  const { order, attempt, gateway, payer, profile, subscriptionId } = written;
  return callGateway(ctx, {
    order,
    attempt,
    tender: { gateway, details: { payer, details: { paymentProfileId: profile.id, subscriptionId } } },
    browser: { userAgent: '', language: order.locale, ip: '' },
    description: renewalTitle(ctx, order),
  });
}

/** What a renewal is called on the invoice and at the buyer's bank. */
export function renewalTitle(ctx: SubscriptionsContext, { brand, variant, productCode }: Order): string {
  return ctx.catalog.product(brand, variant, productCode)?.title ?? productCode;
}
