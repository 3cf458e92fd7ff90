import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { addressBudgets } from '#src/kernel/http/server/address-group.ts';
import type { CustomersContext } from '../context.server.ts';

const hourMs = 3_600_000;

/**
 * The most requests by the hour (UTC). A lookup tells whether a person is a member, and a code disturbs them: a buyer needs
 * one or two of each.
 */
export const pointsLimits = {
  lookup: { session: 8, address: 20 },
  code: { member: 5, address: 10 },
} as const;

/** The subjects by which a request is counted; `address` is an IP address. */
export type BudgetSubjects = Readonly<Record<string, string>>;

/**
 * Counts one request for each of its subjects; false when the limit of one is reached for this hour, and then it counts for
 * none: a subject at its limit uses up nothing of another's.
 */
async function spend(
  ctx: CustomersContext,
  question: string,
  limits: Readonly<Record<string, number>>,
  subjects: BudgetSubjects,
): Promise<boolean> {
  const number = Math.floor(ctx.clock.now().getTime() / hourMs);
  const period = `hour-${number}`;
  const taken: string[] = [];
  const budgets = Object.entries(limits).flatMap(([kind, most]) => {
    const name = subjects[kind] ?? '';
    const groups = kind === 'address' ? addressBudgets(name, most) : [{ group: name, most }];
    return groups.map((budget) => ({ kind, ...budget }));
  });
  for (const { kind, group, most } of budgets) {
    const subject = createHmac('sha256', ctx.config.codeKey)
      .update(`points/${question}/${kind}/${group}`)
      .digest('hex');
    const spent = await ctx.db
      .insertInto('points_budgets')
      .values({ subject, period, asked: 1, most, ends_at: new Date((number + 1) * hourMs) })
      .onConflict((conflict) =>
        conflict
          .columns(['subject', 'period'])
          .doUpdateSet({ asked: sql<number>`points_budgets.asked + 1`, most })
          .where('points_budgets.asked', '<', most),
      )
      .returning('asked')
      .executeTakeFirst();
    if (!spent) {
      await giveBack(ctx, period, taken);
      return false;
    }
    taken.push(subject);
  }
  return true;
}

async function giveBack({ db }: CustomersContext, period: string, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return;
  await db
    .updateTable('points_budgets')
    .set({ asked: sql<number>`asked - 1` })
    .where('period', '=', period)
    .where('subject', 'in', subjects)
    .where('asked', '>', 0)
    .execute();
}

export function spendLookup(ctx: CustomersContext, session: string, ip: string): Promise<boolean> {
  return spend(ctx, 'lookup', pointsLimits.lookup, { session, address: ip });
}

export function spendCode(ctx: CustomersContext, member: string, ip: string): Promise<boolean> {
  return spend(ctx, 'code', pointsLimits.code, { member, address: ip });
}

/** Deletes limits of past hours and expired tokens. */
export async function sweepPoints(ctx: CustomersContext): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.deleteFrom('points_budgets').where('ends_at', '<', now).execute();
  await ctx.db
    .updateTable('points_links')
    .set({ token: null, token_expires_at: null })
    .where('token_expires_at', '<', now)
    .execute();
}
