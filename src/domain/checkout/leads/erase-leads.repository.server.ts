import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import { mapLeadColumns } from '../../catalog/brand-data/index.ts';

/** Domain of the addresses of erased leads (RFC 2606): no e-mail is ever sent there. */
export const erasedDomain = 'erased.invalid';

/** Whether a lead was erased; a link to it that is still held belongs to no buyer. */
export function isErased({ email }: { readonly email: string }): boolean {
  return email.endsWith(`@${erasedDomain}`);
}

/** Name of a lead whose data were erased. */
const erasedName = 'Dados apagados';

/** Erases who these leads are; the rows stay, because orders refer to them. */
export async function eraseLeads(trx: Db, leadIds: readonly string[], now: Date): Promise<void> {
  await trx
    .updateTable('leads')
    .set((eb) => ({
      name: erasedName,
      email: sql<string>`${eb.ref('id')} || ${`@${erasedDomain}`}`,
      ...mapLeadColumns(() => null),
      ...{ phone: '', document_type: null, document_number: null },
      ...{ address: null, verified_phone: null, phone_verified_at: null },
      updated_at: now,
    }))
    .where('id', 'in', leadIds)
    .execute();
}

/** Locks a lead whose retention is decided. */
export async function lockLead(trx: Db, leadId: string): Promise<void> {
  await trx.selectFrom('leads').select('id').where('id', '=', leadId).forUpdate().execute();
}

/** Notes when the retention of these leads was checked; they are due again after the retention period. */
export async function markLeadsChecked(db: Db, leadIds: readonly string[], at: Date): Promise<void> {
  if (leadIds.length > 0)
    await db.updateTable('leads').set({ retention_checked_at: at }).where('id', 'in', leadIds).execute();
}
