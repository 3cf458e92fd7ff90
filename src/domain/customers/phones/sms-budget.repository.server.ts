import { sql } from 'kysely';
import { type AddressBudget, addressBudgets } from '#src/kernel/http/server/address-group.ts';
import type { Db } from '../../base-context.server.ts';
import type { CustomersContext } from '../context.server.ts';
import { keyedHash } from './code-secret.server.ts';
import { codeLifeSeconds } from './phone-code.repository.server.ts';

/** How many messages may go out for one thing in one period. */
interface Budget {
  readonly isAddressHour: boolean;
  readonly subject: string;
  readonly period: string;
  readonly most: number;
  readonly endsAt: Date;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Numbers that differ only in the last four digits are one block: toll fraud uses such blocks. */
const blockDigits = 4;

/**
 * The most messages by hour and day (UTC) for a phone, the address that asked (its /48 has twice as many), a block of
 * 10,000 numbers and all together. Each costs money, and premium numbers earn it (toll fraud); a person needs one or two.
 */
export const smsLimits = {
  phone: { hour: 3, day: 5 },
  address: { hour: 5, day: 20 },
  // No more by the day than by the hour: a new hour must not let the same numbers in again.
  block: { hour: 10, day: 10 },
  all: { hour: 1_000, day: 5_000 },
} as const;

/**
 * People enter the code that they asked for, within a minute or so; who earns by messages enters none. So many may stand
 * unproved of those sent in the last `seconds`: `least`, and `perVerified` more for each that was proved in the same time.
 * The last of them, all but `again`, are for addresses that ask for their first of the hour: a few that ask for all they may
 * do not keep everybody else from buying. A shorter time would send another `least` as often as it goes by, for as long as
 * somebody keeps asking.
 */
export const unverifiedLimits = { seconds: 3_600, least: 45, again: 20, perVerified: 5 } as const;

/**
 * Whether codes are entered as people do. `asked`: of `consumeSmsBudgets`, after which this is to be asked; its row for all
 * messages lets nobody else count in between.
 */
export async function isCodeUsageNormal(ctx: CustomersContext, trx: Db, requestsThisHour: number): Promise<boolean> {
  const { seconds, least, again, perVerified } = unverifiedLimits;
  const since = new Date(ctx.clock.now().getTime() - seconds * 1000);
  const { sent, verified } = await trx
    .selectFrom('phone_codes')
    .leftJoin('leads', (join) =>
      join
        .onRef('leads.id', '=', 'phone_codes.lead_id')
        .onRef('leads.verified_phone', '=', 'phone_codes.phone')
        .onRef('leads.phone_verified_at', '>=', 'phone_codes.sent_at'),
    )
    .select((eb) => [eb.fn.countAll<bigint>().as('sent'), eb.fn.count<bigint>('leads.id').as('verified')])
    .where('phone_codes.expires_at', '>', new Date(since.getTime() + codeLifeSeconds * 1000))
    .executeTakeFirstOrThrow();
  const unverified = Number(sent) - Number(verified);
  if (unverified < (requestsThisHour > 1 ? again : least) + perVerified * Number(verified)) return true;
  ctx.log.error('phone-codes-unused', { count: unverified });
  return false;
}

function budgetsOf(ctx: CustomersContext, phone: string, ip: string): Budget[] {
  const now = ctx.clock.now().getTime();
  const groupsOf = (kind: keyof typeof smsLimits, most: number): readonly AddressBudget[] =>
    kind === 'address'
      ? addressBudgets(ip, most)
      : [{ group: { phone, block: phone.slice(0, -blockDigits), all: '' }[kind], most }];
  return (['phone', 'address', 'block', 'all'] as const).flatMap((kind) =>
    (['hour', 'day'] as const).flatMap((unit) => {
      const length = unit === 'hour' ? hourMs : dayMs;
      const number = Math.floor(now / length);
      return groupsOf(kind, smsLimits[kind][unit]).map(({ group, most }) => ({
        isAddressHour: kind === 'address' && unit === 'hour',
        subject: keyedHash(ctx.config.codeKey, `sms/${kind}/${group}`),
        period: `${unit}-${number}`,
        most,
        endsAt: new Date((number + 1) * length),
      }));
    }),
  );
}

/**
 * Counts one message in every budget that it falls under; null when one of them is spent, and then the caller undoes
 * the transaction. Otherwise how many its address, or the /48 of that, has asked for in this hour, with this one: a network
 * of 65,536 addresses has one first of the hour. Rows are locked in one order, so that
 * messages wait for each other and never in a ring.
 */
export async function consumeSmsBudgets(
  ctx: CustomersContext,
  trx: Db,
  phone: string,
  ip: string,
): Promise<number | null> {
  let requestsThisHour = 1;
  for (const { isAddressHour, subject, period, most, endsAt } of budgetsOf(ctx, phone, ip)) {
    const consumed = await trx
      .insertInto('sms_budgets')
      .values({ subject, period, sent: 1, most, ends_at: endsAt })
      .onConflict((conflict) =>
        conflict
          .columns(['subject', 'period'])
          .doUpdateSet({ sent: sql<number>`sms_budgets.sent + 1`, most })
          .where('sms_budgets.sent', '<', most),
      )
      .returning('sent')
      .executeTakeFirst();
    if (!consumed) return null;
    if (isAddressHour) requestsThisHour = Math.max(requestsThisHour, consumed.sent);
  }
  return requestsThisHour;
}

/** Takes back what a message counted that was certainly not sent. */
export async function restoreSmsBudgets(ctx: CustomersContext, trx: Db, phone: string, ip: string): Promise<void> {
  for (const { subject, period } of budgetsOf(ctx, phone, ip)) {
    await trx
      .updateTable('sms_budgets')
      .set({ sent: sql<number>`sent - 1` })
      .where('subject', '=', subject)
      .where('period', '=', period)
      .where('sent', '>', 0)
      .execute();
  }
}
