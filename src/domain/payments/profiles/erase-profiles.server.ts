import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { openToken } from './payment-profile.repository.server.ts';

/**
 * Forgets every means that was kept for these leads, so that nothing of whose they were is left; gives what their gateways
 * have to forget. A subscription that was charged by one keeps its row, which opens nothing.
 */
export async function eraseProfiles(
  { config, clock }: Pick<PaymentsContext, 'config' | 'clock'>,
  trx: Db,
  leadIds: readonly string[],
): Promise<readonly { readonly gateway: string; readonly token: string }[]> {
  const rows = await trx
    .selectFrom('payment_profiles')
    .select(['id', 'gateway', 'token'])
    .where('lead_id', 'in', leadIds)
    .execute();
  await trx
    .updateTable('payment_profiles')
    .set((eb) => ({
      browser_hash: eb.ref('id'),
      ...{ email: '', token: '', instrument_key: null, last4: '0000', expiry: '', scheme_transaction_id: null },
      deleted_at: eb.fn.coalesce('deleted_at', eb.val(clock.now())),
    }))
    .where('lead_id', 'in', leadIds)
    .execute();
  return rows.flatMap(({ gateway, token: sealed }) => {
    const token = openToken(config, sealed);
    return token === null ? [] : [{ gateway, token }];
  });
}
