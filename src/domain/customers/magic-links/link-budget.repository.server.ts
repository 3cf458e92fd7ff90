import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { addressBudgets } from '#src/kernel/http/server/address-group.ts';
import type { Db } from '../../base-context.server.ts';
import type { CustomersContext } from '../context.server.ts';

const hourMs = 3_600_000;

/** Links that may be asked for in an hour (UTC): for one address, from one machine (its /48 has twice as many), and written by all together. */
export const linkLimits = { email: 3, machine: 20, all: 5_000 } as const;

/**
 * The budgets of each kind of link. `written`: the shared budget is counted only when an e-mail is written, so that requests for
 * unknown addresses use up nothing of it. `page`: anybody may request that link for any address, so it shares no budget with
 * `erasure`. `purchase`: its machines are counted when they begin one, under whatever address.
 */
const counted = {
  page: ['machine', 'email'],
  erasure: ['machine', 'email', 'all'],
  purchase: ['email'],
  written: ['all'],
} as const;

/**
 * Counts one request for a link; false when one of the budgets is used up, and then no e-mail is written. Subjects are keyed
 * hashes: the table holds no personal data.
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
    // The shared budget belongs to the links of accounts.
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

/** Deletes budgets of past hours. */
export async function sweepLinkBudgets({ db, clock }: Pick<CustomersContext, 'db' | 'clock'>): Promise<void> {
  await db.deleteFrom('link_budgets').where('ends_at', '<', clock.now()).execute();
}
