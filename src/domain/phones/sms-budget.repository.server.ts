import { sql } from 'kysely';
import { addressGroup } from '#src/kernel/http/address-group.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { keyedHash } from './code-secret.server.ts';

/** How many messages may go out for one thing in one period. */
interface Budget {
  readonly subject: string;
  readonly period: string;
  readonly most: number;
  readonly endsAt: Date;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The last four digits: numbers that differ only there are one block, as somebody who pays for each would use them. */
const blockDigits = 4;

/**
 * The most messages by hour and day (UTC) for a phone, the address that asked, a block of 10,000 numbers and all
 * together. Each costs money, and premium numbers earn it (toll fraud); a person needs one or two.
 */
export const smsLimits = {
  phone: { hour: 3, day: 5 },
  address: { hour: 5, day: 20 },
  block: { hour: 10, day: 20 },
  all: { hour: 1_000, day: 5_000 },
} as const;

function budgetsOf(ctx: DomainContext, phone: string, ip: string): Budget[] {
  const now = ctx.clock.now().getTime();
  const names = {
    phone,
    address: addressGroup(ip),
    block: phone.slice(0, -blockDigits),
    all: '',
  };
  return (['phone', 'address', 'block', 'all'] as const).flatMap((kind) =>
    (['hour', 'day'] as const).map((unit) => {
      const length = unit === 'hour' ? hourMs : dayMs;
      const number = Math.floor(now / length);
      return {
        subject: keyedHash(ctx.config.codeKey, `sms/${kind}/${names[kind]}`),
        period: `${unit}-${number}`,
        most: smsLimits[kind][unit],
        endsAt: new Date((number + 1) * length),
      };
    }),
  );
}

/**
 * Counts one message in every budget that it falls under; false when one of them is spent, and then the caller undoes
 * the transaction. Rows are locked in one order, so that messages wait for each other and never in a ring.
 */
export async function spendBudgets(ctx: DomainContext, trx: Db, phone: string, ip: string): Promise<boolean> {
  for (const { subject, period, most, endsAt } of budgetsOf(ctx, phone, ip)) {
    const spent = await trx
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
    if (!spent) return false;
  }
  return true;
}

/** Gives back what a message counted that was certainly not sent. */
export async function returnBudgets(ctx: DomainContext, trx: Db, phone: string, ip: string): Promise<void> {
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
