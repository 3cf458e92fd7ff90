import { deferred } from '#src/kernel/db/pipeline.server.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { CheckoutContext } from '../context.server.ts';
import type { CheckoutSession } from '../sessions/index.ts';

/**
 * Gives another session of the same buyer the lead that they left before, so that nobody types the same twice. What they
 * agreed to stays with the session in which they did. Answers the new lead's id.
 */
export async function copyLead(
  ctx: CheckoutContext,
  trx: Db,
  leadId: string,
  session: CheckoutSession,
): Promise<string> {
  const { session_id: _from, ...known } = await trx
    .selectFrom('leads')
    .selectAll()
    .where('id', '=', leadId)
    .executeTakeFirstOrThrow();
  const id = newId('led');
  const now = ctx.clock.now();
  await deferred(
    trx,
    trx.insertInto('leads').values({
      ...known,
      id,
      session_id: session.id,
      brand: session.brand,
      business: session.business,
      product_code: session.productCode,
      address: known.address === null ? null : JSON.stringify(known.address),
      created_at: now,
      updated_at: now,
      retention_checked_at: null,
    }),
  );
  await deferred(trx, trx.updateTable('checkout_sessions').set({ lead_id: id }).where('id', '=', session.id));
  return id;
}

/** The proof that a phone is its buyer's goes with them to another lead: it counts while the number is the same. */
export async function copyPhoneProof(trx: Db, fromLeadId: string, toLeadId: string): Promise<void> {
  await trx
    .updateTable('leads')
    .from('leads as known')
    .set((eb) => ({
      verified_phone: eb.ref('known.verified_phone'),
      phone_verified_at: eb.ref('known.phone_verified_at'),
    }))
    .where('known.id', '=', fromLeadId)
    .where('leads.id', '=', toLeadId)
    .execute();
}
