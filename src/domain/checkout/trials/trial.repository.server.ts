import { sql } from 'kysely';
import { type LocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import type { Db } from '../../base-context.server.ts';
import { keyedHashesOf, type EncryptionKeys } from '../../long-term-encryption.server.ts';
import type { TrialTerms } from '../../catalog/terms/index.ts';

/** By what a person is known; any one of them is enough. */
export interface TrialCustomer {
  readonly email: string;
  readonly phone: string;
  readonly document?: { readonly type: string; readonly number: string } | null;
  /** `privateInstrumentKey` of their kept means: a stranger's card that looks like theirs had nothing. */
  readonly instrumentName?: string | null;
}

/** What is free for once. */
interface TrialOffer {
  readonly business: string;
  readonly productCode: string;
}

/** Free time that was accepted. */
export interface TrialRecord {
  readonly startsOn: LocalDate;
  readonly freeUntil: LocalDate;
  readonly firstChargeOn: LocalDate;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly installments: number;
  /** The kept means that is charged; null = a bill comes. */
  readonly paymentProfileId: string | null;
  /** What is charged first by now, where its buyer chose another plan meanwhile: null = what was accepted. */
  readonly chosen: { readonly planId: string; readonly amount: bigint } | null;
  /** What goes on when it is over; null until what is paid beside it is. */
  readonly subscriptionId: string | null;
}

const startedStates = ['partly-paid', 'paid', 'refunded'];

/** For each thing that a person is known by its keyed hashes: by today's key first, then by each earlier one. */
function identityKeysOf(
  encryptionKeys: EncryptionKeys,
  { email, phone, document, instrumentName }: TrialCustomer,
): readonly (readonly string[])[] {
  const known = [
    `email ${email.toLowerCase()}`,
    ...(phone === '' ? [] : [`phone ${phone}`]),
    ...(document ? [`document ${document.type} ${document.number}`] : []),
    ...(instrumentName ? [`means ${instrumentName}`] : []),
  ];
  return known.map((text) => keyedHashesOf(encryptionKeys, 'people who had free time', text));
}

/** Whether somebody who is known by any of these had the free time of a product already, by another order than `orderId`. */
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
    // What was begun and given up without being paid was not had.
    .where('orders.state', 'in', startedStates)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Remembers that a person has the free time of a product now. False when somebody who is known by any of the same has it
 * by another order: of two at once one comes second.
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
  // A statement that waits for another's row goes on seeing orders as they were before: whoever is the same person waits here.
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

/** Writes down what was accepted, with the order that begins it; a second call changes nothing. */
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
 * Notes that free time began with what was paid beside it: its days, which count from that payment, and by which kept means
 * the first charge will be made, if by one. What was agreed to stays in its quote, contract and consent.
 */
export async function markTrialStarted(trx: Db, orderId: string, paymentProfileId: string | null): Promise<void> {
  const begun = await trx
    .selectFrom('subscriptions')
    .select(['period_start', 'trial_until', 'next_charge_on'])
    .where('order_id', '=', orderId)
    // One that was charged meanwhile has the days of its next term.
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

/** The free time that an order began; null for one that began none. */
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
    currency: row.currency as Currency,
    installments: row.installments,
    paymentProfileId: row.payment_profile_id,
    subscriptionId: row.subscription_id,
  };
}
