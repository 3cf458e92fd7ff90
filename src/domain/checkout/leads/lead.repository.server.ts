import { type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import { deferred } from '#src/kernel/db/pipeline.server.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { newId, sha256 } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { CheckoutContext } from '../context.server.ts';
import type { Database } from '../../database/index.server.ts';
import { recordLeadEvent } from '../../messaging/outbox/index.server.ts';
import { hasEndpoint } from '../../messaging/webhooks/index.ts';
import type { CheckoutSession } from '../sessions/index.ts';
import { openSession, type SessionStart } from '../sessions/index.server.ts';
import { givenColumns, mapLeadAnswers, mapLeadColumns } from '../../catalog/brand-data/index.ts';
import type { ConsentInput, Lead, LeadInput, LeadPatch } from './lead.types.ts';

function toLead(row: Selectable<Database['leads']>): Lead {
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

/**
 * Writes the lead of this session; a second save corrects the first (Back, edit, go on), it never makes another. Who has
 * paid stays who they are: access and receipts go to them.
 */
export async function saveLead(ctx: CheckoutContext, session: CheckoutSession, input: LeadInput): Promise<Lead> {
  return transaction(ctx.db, async (trx) => {
    const { lead_id: leadId } = await trx
      .selectFrom('checkout_sessions')
      .select(['lead_id'])
      .where('id', '=', session.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    return writeLead(ctx, trx, { ...session, leadId }, input);
  });
}

/**
 * Opens the session of a link and writes its lead in one transaction, for calls that bring both. `inputFor`: the lead,
 * once the session says in which language its texts were.
 */
export async function openSessionWithLead(
  ctx: CheckoutContext,
  start: SessionStart,
  inputFor: (session: CheckoutSession) => LeadInput,
): Promise<{ readonly session: CheckoutSession; readonly lead: Lead }> {
  return transaction(ctx.db, (trx) => openSessionWithLeadIn(ctx, trx, start, inputFor));
}

/** The same in a transaction of the caller's. */
export async function openSessionWithLeadIn(
  ctx: CheckoutContext,
  trx: Transaction<Database>,
  start: SessionStart,
  inputFor: (session: CheckoutSession) => LeadInput,
): Promise<{ readonly session: CheckoutSession; readonly lead: Lead }> {
  // Opening locks the row, whether or not it changes it: nobody else writes a lead for it meanwhile.
  const session = await openSession({ ...ctx, db: trx }, start);
  const lead = await writeLead(ctx, trx, session, inputFor(session));
  return { session: { ...session, leadId: lead.id }, lead };
}

/** The caller holds the session's lock, and `session` was read under it. */
async function writeLead(ctx: CheckoutContext, trx: Db, session: CheckoutSession, input: LeadInput): Promise<Lead> {
  const now = ctx.clock.now();
  const id = newId('led');
  const contact = {
    name: input.name,
    email: input.email,
    phone: input.phone,
    updated_at: now,
    ...givenColumns(input),
  };
  await recordConsents(trx, session.id, input.consents, input.ip, now);
  if (session.leadId) return toLead(await correctLead(trx, session.leadId, contact));
  const row = {
    ...mapLeadColumns(() => null),
    ...contact,
    id,
    session_id: session.id,
    brand: session.brand,
    business: session.business,
    product_code: session.productCode,
    market: session.market,
    locale: session.locale,
    seller: session.seller,
    source: session.source,
    document_type: null,
    document_number: null,
    address: null,
    verified_phone: null,
    phone_verified_at: null,
    created_at: now,
    retention_checked_at: null,
  };
  await deferred(
    trx,
    trx
      .with('session', (part) =>
        part.updateTable('checkout_sessions').set({ lead_id: id }).where('id', '=', session.id),
      )
      .insertInto('leads')
      .values(row),
  );
  if (hasEndpoint(ctx.webhooks, session.brand, session.variant, 'lead.created'))
    await recordLeadEvent(trx, id, 'lead-created', '', {}, now);
  return toLead(row);
}

/** Whether the row of `leads` at hand belongs to a purchase that was paid, even if it was given back since. */
export const hasPaid = sql<boolean>`exists (
  select 1 from orders where orders.session_id = leads.session_id and orders.state in ('paid', 'refunded')
)`;

async function correctLead(
  trx: Db,
  id: string,
  contact: Updateable<Database['leads']>,
): Promise<Selectable<Database['leads']>> {
  const corrected = await trx
    .updateTable('leads')
    .set(contact)
    .where('id', '=', id)
    .where((eb) => eb.not(hasPaid))
    .returningAll()
    .executeTakeFirst();
  return corrected ?? trx.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Keeps each acceptance with the hash of its text, its label, time and address (evidence; LGPD art. 8). */
export async function recordConsents(
  db: Db,
  sessionId: string,
  consents: readonly ConsentInput[],
  ip: string,
  at: Date,
): Promise<void> {
  if (consents.length === 0) return;
  await deferred(
    db,
    db.insertInto('consents').values(
      consents.map((consent) => ({
        id: newId('con'),
        session_id: sessionId,
        kind: consent.kind,
        accepted: consent.accepted,
        label: consent.label,
        text_hash: sha256(consent.text),
        ip,
        at,
      })),
    ),
  );
}

/** The same for one acceptance that something else refers to; gives its id. */
export async function recordConsent(
  db: Db,
  given: { readonly sessionId: string; readonly label: string; readonly text: string; readonly ip: string },
  kind: string,
  at: Date,
): Promise<string> {
  const { sessionId, label, text, ip } = given;
  const id = newId('con');
  const row = { id, session_id: sessionId, kind, accepted: true, label, text_hash: sha256(text), ip, at };
  await deferred(db, db.insertInto('consents').values(row));
  return id;
}

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
