import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { addressBudgets } from '#src/kernel/http/server/address-group.ts';
import type { Db } from '../../base-context.server.ts';
import type { CustomersContext } from '../context.server.ts';

const hourMs = 3_600_000;

/** Links that may be asked for in an hour (UTC): for one address, from one machine (its /48 has twice as many), and written by all together. */
export const linkLimits = { email: 3, machine: 20, all: 5_000 } as const;

/**
 * Where links lead, and what is counted before one is written. `written`: what everybody shares is counted only once a letter
 * is written, so that questions about nobody take nothing of it. `page`: anybody may ask for that link to any address, and takes nothing of what those
 * who are in have for their erasure. `purchase`: whose machines are counted as they begin one, under whatever address.
 */
const counted = {
  page: ['machine', 'email'],
  erasure: ['machine', 'email', 'all'],
  purchase: ['email'],
  written: ['all'],
} as const;

/**
 * Counts one question for a link; false when one of the budgets is spent, and then nobody is written to. Subjects are keyed
 * hashes: the table names nobody.
 */
export async function spendLinkBudget(
  ctx: Pick<CustomersContext, 'clock' | 'config'>,
  trx: Db,
  { to, email, ip }: { readonly to: keyof typeof counted; readonly email: string; readonly ip: string },
): Promise<boolean> {
  const hour = Math.floor(ctx.clock.now().getTime() / hourMs);
  const budgets = counted[to].flatMap((kind) => {
    const most = linkLimits[kind];
    const groups = kind === 'machine' ? addressBudgets(ip, most) : [{ group: kind === 'email' ? email : '', most }];
    return groups.map((budget) => ({ kind, ...budget }));
  });
  for (const { kind, group, most } of budgets) {
    // What is written belongs to the links of pages.
    const name = `${to === 'written' ? 'page' : to}/${kind}/${group}`;
    const subject = createHmac('sha256', ctx.config.codeKey).update(name).digest('hex');
    const spent = await trx
      .insertInto('link_budgets')
      .values({ subject, period: `hour-${hour}`, asked: 1, most, ends_at: new Date((hour + 1) * hourMs) })
      .onConflict((conflict) =>
        conflict
          .columns(['subject', 'period'])
          .doUpdateSet({ asked: sql<number>`link_budgets.asked + 1`, most })
          .where('link_budgets.asked', '<', most),
      )
      .returning('asked')
      .executeTakeFirst();
    if (!spent) return false;
  }
  return true;
}

/** Forgets what the limits counted, once its hour is over. */
export async function sweepLinkBudgets({ db, clock }: Pick<CustomersContext, 'db' | 'clock'>): Promise<void> {
  await db.deleteFrom('link_budgets').where('ends_at', '<', clock.now()).execute();
}
