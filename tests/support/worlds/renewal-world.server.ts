import type { DomainContext } from '#src/domain/context.server.ts';
import { saveProfile } from '#src/domain/payments/profiles/index.server.ts';
import {
  chargeDuePeriods,
  cancelOpenCharges,
  cancelSubscriptionsAtPeriodEnd,
  refundDuplicatePayment,
} from '#src/domain/subscriptions/charging/index.server.ts';
import {
  setInstrument,
  type Subscription,
  subscriptionById,
  subscriptionOfOrder,
  type BillingPeriod,
} from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { periodsOf } from './subscription-records.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { startOfLocalDate, marketZone } from '#src/kernel/time/zones.ts';
import type { TestDatabase } from '../database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from './domain-world.server.ts';

/** A school whose courses go on, and a company that keeps means and charges them without their buyers. */
export interface RenewalWorld extends DomainWorld {
  /** Buys a course; `keeps`: with a means that its buyer lets us charge again. */
  subscribe(keeps?: boolean): Promise<{ readonly id: string; readonly orderId: string; readonly sessionId: string }>;
  saveInstrument(subscriptionId: string, sessionId: string): Promise<string>;
  subscription(id: string): Promise<Subscription>;
  /** Its terms, the first one first. */
  periods(id: string): Promise<readonly BillingPeriod[]>;
  /** Goes to noon of a day in Brazil, and lets the jobs run. */
  until(day: string): Promise<void>;
  jobs(): Promise<void>;
}

export function createRenewalWorld(database: TestDatabase, overrides: Partial<DomainContext> = {}): RenewalWorld {
  const world = createDomainWorld(database, overrides);
  const { ctx, gateway, clock, sent } = world;

  async function jobs(): Promise<void> {
    await cancelSubscriptionsAtPeriodEnd(ctx);
    await chargeDuePeriods(ctx);
    // The jobs of subscriptions, and then those that they send.
    for (const { job, data } of [...sent]) {
      if (job === 'cancel-open-charges') await cancelOpenCharges(ctx, data['subscriptionId'] ?? '');
      if (job === 'refund-duplicate-payment') await refundDuplicatePayment(ctx, data['orderId'] ?? '');
    }
    await world.runJobs();
  }

  async function saveInstrument(subscriptionId: string, sessionId: string): Promise<string> {
    const instrument = {
      rail: 'now',
      gateway: gateway.id,
      token: newSecret(),
      brand: 'visa',
      last4: '1111',
      expiry: '12/40',
    };
    const from = { ...instrument, sessionId, attemptId: null, schemeTransactionId: 'FIRST', consentId: null };
    const kept = await saveProfile(ctx.db, ctx.config, from, clock.now());
    if (!kept) throw new Error('The means was not kept');
    accepted(await setInstrument(ctx, subscriptionId, { kind: 'profile', profileId: kept.id, installments: 1 }));
    return kept.id;
  }

  return {
    ...world,
    saveInstrument,
    jobs,
    async subscribe(keeps = true) {
      const { session, quote } = await world.buyer();
      const { orderId } = accepted(await world.pay(session, quote));
      const begun = await subscriptionOfOrder(ctx, orderId);
      if (!begun) throw new Error('No subscription began');
      if (keeps) await saveInstrument(begun.id, session.id);
      return { id: begun.id, orderId, sessionId: session.id };
    },
    async subscription(id) {
      const found = await subscriptionById(ctx, id);
      if (!found) throw new Error(`No subscription ${id}`);
      return found;
    },
    async periods(id) {
      return (await periodsOf(ctx, id)).toReversed();
    },
    async until(day) {
      const noon =
        startOfLocalDate(day as `${number}-${number}-${number}`, marketZone('BR')).getTime() + 12 * 3_600_000;
      clock.advance(noon - clock.now().getTime());
      await jobs();
    },
  };
}
