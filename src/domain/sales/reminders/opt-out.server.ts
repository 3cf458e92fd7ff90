import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { SalesContext } from '../context.server.ts';
import { emailHashes, endAbandonmentsOfAddress, optOutHashes } from './abandonment.repository.server.ts';
import { addressOfAbandonment, insertOptOut, lastOptOutAt, upsertOptOut } from './reminder.repository.server.ts';

/** The address to which a brand sends reminders. */
interface Addressee {
  readonly brand: string;
  readonly email: string;
}

/** Ends all reminders of a brand to an address, asked for on its owner's account page. Again, it changes nothing. */
export async function optOutAddress(ctx: SalesContext, { brand, email }: Addressee): Promise<void> {
  const at = ctx.clock.now();
  const hashes = emailHashes(ctx.config, email);
  const [emailHash = ''] = hashes;
  await transaction(ctx.db, async (trx) => {
    await insertOptOut(trx, { brand, emailHash }, at);
    await endAbandonmentsOfAddress(trx, { brand, hashes }, at);
  });
}

/** Whether an address has opted out. */
export async function hasAddressOptedOut(
  { db, config }: Pick<SalesContext, 'db' | 'config'>,
  { brand, email }: Addressee,
): Promise<boolean> {
  return (await lastOptOutAt(db, brand, optOutHashes(config, email))) !== null;
}

/** Ends all reminders of a brand to the buyer of an abandonment, asked for by the link of a reminder. False: unknown. */
export async function optOutOfReminders(ctx: SalesContext, abandonmentId: string): Promise<boolean> {
  return transaction(ctx.db, async (trx) => {
    const address = await addressOfAbandonment(trx, abandonmentId);
    if (!address) return false;
    const at = ctx.clock.now();
    await upsertOptOut(trx, address, at);
    await endAbandonmentsOfAddress(trx, { brand: address.brand, hashes: [address.emailHash] }, at);
    return true;
  });
}
