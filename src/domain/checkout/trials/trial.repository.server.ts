import { sql } from 'kysely';
import { type LocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import type { Db } from '../../base-context.server.ts';
import { keyedHashesOf, type EncryptionKeys } from '../../long-term-encryption.server.ts';
import type { TrialTerms } from '../../catalog/terms/index.ts';

/** The identities of a person; any one of them is enough. */
export interface TrialCustomer {
  readonly email: string;
  readonly phone: string;
  readonly document?: { readonly type: string; readonly number: string } | null;
  /** `privateInstrumentKey` of their payment profile, which another person's similar card does not share. */
  readonly instrumentName?: string | null;
}

/** A product whose trial each person has once. */
interface TrialOffer {
  readonly business: string;
  readonly productCode: string;
}

/** A trial that was accepted. */
export interface TrialRecord {
  readonly startsOn: LocalDate;
  readonly freeUntil: LocalDate;
  readonly firstChargeOn: LocalDate;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly installments: number;
  /** The payment profile that is charged; null = an invoice is sent. */
  readonly paymentProfileId: string | null;
  /** The plan and amount of the first charge, where the buyer chose another plan meanwhile; null = as accepted. */
  readonly chosen: { readonly planId: string; readonly amount: bigint } | null;
  /** The subscription that follows; null until the additions that are paid at once are paid. */
  readonly subscriptionId: string | null;
}

const startedStates = ['partly-paid', 'paid', 'refunded'] as const;

/** Keyed hashes of each identity: by today's key first, then by each earlier one. */
function identityKeysOf(
  encryptionKeys: EncryptionKeys,
  { email, phone, document, instrumentName }: TrialCustomer,
): readonly (readonly string[])[] {
  const known = [
    `email ${email.toLowerCase()}`,
    ...(phone === '' ? [] : [`phone ${phone}`]),
    ...(document ? [`document ${document.type} ${document.number}`] : []),
    ...(instrumentName ? [`instrument ${instrumentName}`] : []),
  ];
  return known.map((text) => keyedHashesOf(encryptionKeys, 'identities of trials', text));
}

/** Whether a person with any of these identities had the trial of a product already, by another order than `orderId`. */
export async function hadTrial(
  { db, config }: { readonly db: Db; readonly config: EncryptionKeys },
  { business, productCode }: TrialOffer,
  person: TrialCustomer,
  orderId: string | null = null,
): Promise<boolean> {
  const found = await db
    .selectFrom('trial_identities')
    .innerJoin('orders', 'orders.id', 'trial_identities.order_id')
    .select('order_id')
    .where('trial_identities.business', '=', business)
    .where('trial_identities.product_code', '=', productCode)
    .where('identity_key', 'in', identityKeysOf(config, person).flat())
    .where('order_id', '<>', orderId ?? '')
    // A trial of an order that was closed unpaid does not count.
    .where('orders.state', 'in', startedStates)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Records that a person has the trial of a product now. False when a person with any of the same identities has it by another
 * order: of two at once one is second.
 */
export async function reserveTrial(
  trx: Db,
  config: EncryptionKeys,
  { business, productCode }: TrialOffer,
  person: TrialCustomer,
  orderId: string,
): Promise<boolean> {
  const keys = identityKeysOf(config, person)
    .flatMap(([current]) => current ?? [])
    .toSorted();
  // A statement that waited for a row lock still sees orders as they were before it: the same person's payments wait here.
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 106)) from unnest(${keys}::text[]) as key`.execute(trx);
  await trx
    .insertInto('trial_identities')
    .values(keys.map((key) => ({ business, product_code: productCode, identity_key: key, order_id: orderId })))
    .onConflict((conflict) =>
      conflict
        .columns(['business', 'product_code', 'identity_key'])
        .doUpdateSet((eb) => ({ order_id: eb.ref('excluded.order_id') }))
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('orders')
                .select('orders.id')
                .whereRef('orders.id', '=', 'trial_identities.order_id')
                .where('orders.state', 'in', startedStates),
            ),
          ),
        ),
    )
    .execute();
  return !(await hadTrial({ db: trx, config }, { business, productCode }, person, orderId));
}

/** Stores the terms of an accepted trial with the order that begins it; a second call changes nothing. */
export async function createTrial(
  trx: Db,
  order: { readonly id: string; readonly currency: Currency },
  terms: TrialTerms,
  input: {
    readonly paymentProfileId: string | null;
    readonly installments: number;
    readonly consentId: string | null;
    readonly now: Date;
  },
): Promise<void> {
  await trx
    .insertInto('trials')
    .values({
      order_id: order.id,
      started_on: terms.startsOn,
      free_until: terms.freeUntil,
      first_charge_on: terms.firstChargeOn,
      amount: terms.amount,
      currency: order.currency,
      installments: input.installments,
      payment_profile_id: input.paymentProfileId,
      consent_id: input.consentId,
      accepted_at: input.now,
    })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .execute();
}

/**
 * Notes that a trial began with what was paid beside it: its days, which count from that payment, and the payment profile of
 * the first charge, if any. The agreed terms stay in quote, contract and consent.
 */
export async function markTrialStarted(trx: Db, orderId: string, paymentProfileId: string | null): Promise<void> {
  const begun = await trx
    .selectFrom('subscriptions')
    .select(['period_start', 'trial_until', 'next_charge_on'])
    .where('order_id', '=', orderId)
    // A subscription that was charged meanwhile has the days of its next billing period.
    .where('state', '=', 'trialing')
    .executeTakeFirst();
  const { period_start: from, trial_until: until = null, next_charge_on: on = null } = begun ?? {};
  const days =
    from === undefined || until === null || on === null
      ? {}
      : { started_on: from, free_until: until, first_charge_on: on };
  const instrument = paymentProfileId === null ? {} : { payment_profile_id: paymentProfileId };
  if (Object.keys({ ...days, ...instrument }).length === 0) return;
  await trx
    .updateTable('trials')
    .set({ ...days, ...instrument })
    .where('order_id', '=', orderId)
    .execute();
}

/** The trial that an order began; null without one. */
export async function trialOf(db: Db, orderId: string): Promise<TrialRecord | null> {
  const row = await db
    .selectFrom('trials')
    .leftJoin('subscriptions', 'subscriptions.order_id', 'trials.order_id')
    .selectAll('trials')
    .select(['subscriptions.id as subscription_id', 'subscriptions.state as subscription_state'])
    .select(['subscriptions.next_plan_id', 'subscriptions.next_amount'])
    .where('trials.order_id', '=', orderId)
    .executeTakeFirst();
  if (!row) return null;
  const { next_plan_id: planId, next_amount: amount, subscription_state: state } = row;
  return {
    chosen: state === 'trialing' && planId !== null && amount !== null ? { planId, amount } : null,
    startsOn: requireLocalDate(row.started_on),
    freeUntil: requireLocalDate(row.free_until),
    firstChargeOn: requireLocalDate(row.first_charge_on),
    amount: row.amount,
    currency: row.currency,
    installments: row.installments,
    paymentProfileId: row.payment_profile_id,
    subscriptionId: row.subscription_id,
  };
}
