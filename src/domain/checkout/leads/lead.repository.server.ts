import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { deferred } from '#src/kernel/db/pipeline.server.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { CheckoutContext } from '../context.server.ts';
import type { Database } from '../../database/index.server.ts';
import type { CheckoutSession } from '../sessions/index.ts';
import { setSessionLead, withSessionLead } from '../sessions/index.server.ts';
import { mapLeadAnswers, mapLeadColumns } from '../../catalog/brand-data/index.ts';
import type { Lead, LeadPatch } from './lead.types.ts';

/** The lead of a row of `leads`. */
export function toLead(row: Selectable<Database['leads']>): Lead {
  return {
    id: row.id,
    sessionId: row.session_id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    document:
      row.document_type && row.document_number ? { type: row.document_type, number: row.document_number } : null,
    ...mapLeadAnswers(({ column }) => row[column]),
    address: row.address,
    phoneVerifiedAt: row.verified_phone === row.phone ? row.phone_verified_at : null,
  };
}

/** Whether the row of `leads` at hand belongs to a purchase that was paid, even if it was refunded since. */
const hasPaid = sql<boolean>`exists (
  select 1 from orders where orders.session_id = leads.session_id and orders.state in ('paid', 'refunded')
)`;

/**
 * Whether money came for the row of `leads` at hand, or may be under way: its buyer is decided. An attempt that was declined,
 * failed or voided decides nothing.
 */
const hasPaymentInFlight = sql<boolean>`exists (
  select 1 from orders join attempts on attempts.order_id = orders.id
  where orders.session_id = leads.session_id
    and (orders.received > 0 or attempts.state not in ('declined', 'failed', 'voided'))
)`;

/** Writes a lead and makes it its session's, in one statement that is sent with the transaction's next one. */
export async function insertLead(db: Db, row: Insertable<Database['leads']> & { readonly id: string }): Promise<void> {
  await deferred(db, withSessionLead(db, row.session_id, row.id).insertInto('leads').values(row));
}

/** Corrects a lead that has not paid; gives it as it is now, corrected or not. */
export async function updateUnpaidLead(db: Db, id: string, contact: Updateable<Database['leads']>): Promise<Lead> {
  const corrected = await db
    .updateTable('leads')
    .set(contact)
    .where('id', '=', id)
    .where((eb) => eb.not(hasPaid))
    .returningAll()
    .executeTakeFirst();
  return toLead(corrected ?? (await db.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirstOrThrow()));
}

/** Corrects a session's contact unless money came for it, or may be under way; false when it stayed as it was. */
export async function updateUndecidedContact(
  db: Db,
  sessionId: string,
  contact: { readonly name: string; readonly email: string; readonly phone: string },
  now: Date,
): Promise<boolean> {
  const corrected = await db
    .updateTable('leads')
    .set({ ...contact, updated_at: now })
    .where('session_id', '=', sessionId)
    .where((eb) => eb.not(eb.or([hasPaid, hasPaymentInFlight])))
    .returning('id')
    .executeTakeFirst();
  return corrected !== undefined;
}

/** The lead of a session; null while its buyer left none. */
export async function findLead(ctx: CheckoutContext, session: CheckoutSession): Promise<Lead | null> {
  if (!session.leadId) return null;
  return leadById(ctx.db, session.leadId);
}

export async function leadById(db: Db, id: string): Promise<Lead | null> {
  const row = await db.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toLead(row) : null;
}

/**
 * Changes only the named fields of a lead that belongs to this session; null when it does not. Of a buyer who has paid,
 * what is known stays (it is on receipts and fiscal notes) and only what is missing is filled in.
 */
export async function patchLead(
  ctx: CheckoutContext,
  session: CheckoutSession,
  leadId: string,
  patch: LeadPatch,
): Promise<Lead | null> {
  const { document, business, address } = patch;
  const column = (name: string, value: string | undefined, type = 'text') =>
    value === undefined
      ? sql<string>`${sql.ref(name)}`
      : sql<string>`case when ${hasPaid} then coalesce(${sql.ref(name)}, ${value}::${sql.raw(type)}) else ${value}::${sql.raw(type)} end`;
  const row = await ctx.db
    .updateTable('leads')
    .set({
      updated_at: ctx.clock.now(),
      ...mapLeadColumns((answer) =>
        column(answer.column, answer.about === 'student' ? patch[answer.name] : undefined, answer.type),
      ),
      document_type: column('document_type', document?.type),
      document_number: column('document_number', document?.number),
      business: column('business', business),
      address: column('address', address && JSON.stringify(address), 'jsonb'),
    })
    .where('id', '=', leadId)
    .where('session_id', '=', session.id)
    .returningAll()
    .executeTakeFirst();
  return row ? toLead(row) : null;
}

/**
 * Copies a buyer's lead to another session of theirs, so that nothing is typed twice. Consents stay with the session in which
 * they were given. Gives the new lead's id.
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
  await setSessionLead(trx, session.id, id);
  return id;
}

/** A lead's phone (E.164), and whether a code proved that it is the buyer's. */
export interface LeadPhone {
  readonly phone: string;
  readonly isVerified: boolean;
}

/** Reads and locks a lead's phone; null for a lead that is not there. */
export async function lockLeadPhone(trx: Db, leadId: string): Promise<LeadPhone | null> {
  const row = await trx
    .selectFrom('leads')
    .select(['phone', 'verified_phone'])
    .where('id', '=', leadId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ? { phone: row.phone, isVerified: row.verified_phone === row.phone } : null;
}

/** Notes that a code proved a lead's phone. */
export async function markPhoneVerified(trx: Db, leadId: string, phone: string, now: Date): Promise<void> {
  await trx
    .updateTable('leads')
    .set({ verified_phone: phone, phone_verified_at: now, updated_at: now })
    .where('id', '=', leadId)
    .execute();
}

/** Copies the proof of a phone to another lead of the same buyer: it counts while the number is the same. */
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

/** A lead whose address was corrected. */
export interface CorrectedLead {
  readonly id: string;
  readonly sessionId: string;
}

/**
 * Gives a lead another e-mail address, and with it the same person's other leads of the brand: those of the same address that
 * have the same phone or tax id. Also where they have paid, unlike every correction of the buyer's own.
 */
export async function correctLeadEmails(
  trx: Db,
  { lead, brand, email }: { readonly lead: Lead; readonly brand: string; readonly email: string },
  now: Date,
): Promise<readonly CorrectedLead[]> {
  const { id, phone, document } = lead;
  return trx
    .updateTable('leads')
    .set({ email, updated_at: now })
    .where('brand', '=', brand)
    .where(sql<boolean>`lower(email) = ${lead.email.toLowerCase()}`)
    .where((eb) =>
      eb.or([
        eb('id', '=', id),
        ...(phone === '' ? [] : [eb('phone', '=', phone)]),
        ...(document ? [eb('document_number', '=', document.number)] : []),
      ]),
    )
    .returning(['id', 'session_id as sessionId'])
    .execute();
}
