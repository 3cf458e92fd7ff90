import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { SalesContext } from '../context.server.ts';
import { emailHashes, stopHashes } from './abandonment.repository.server.ts';

/** Whom a brand writes to. */
interface Addressee {
  readonly brand: string;
  readonly email: string;
}

/** Ends all reminders of a brand to an address: said by its owner on their own page. Said again it changes nothing. */
export async function optOutAddress(ctx: SalesContext, { brand, email }: Addressee): Promise<void> {
  const at = ctx.clock.now();
  const hashes = emailHashes(ctx.config, email);
  await transaction(ctx.db, async (trx) => {
    await trx
      .insertInto('reminder_opt_outs')
      .values({ brand, email_hash: hashes[0] ?? '', at })
      .onConflict((conflict) => conflict.columns(['brand', 'email_hash']).doNothing())
      .execute();
    await trx
      .updateTable('abandonments')
      .set({ ended_at: at, ended_by: 'stopped', next_at: null })
      .where('brand', '=', brand)
      .where('email_hash', 'in', hashes)
      .where('ended_at', 'is', null)
      .execute();
  });
}

/** Whether an address has said stop. */
export async function hasAddressOptedOut(
  { db, config }: Pick<SalesContext, 'db' | 'config'>,
  { brand, email }: Addressee,
): Promise<boolean> {
  const row = await db
    .selectFrom('reminder_opt_outs')
    .select('at')
    .where('brand', '=', brand)
    .where('email_hash', 'in', stopHashes(config, email))
    .executeTakeFirst();
  return row !== undefined;
}
