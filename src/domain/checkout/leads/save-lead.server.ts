import type { Transaction } from 'kysely';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import { givenColumns, mapLeadColumns } from '../../catalog/brand-data/index.ts';
import type { Database } from '../../database/index.server.ts';
import { recordLeadEvent } from '../../messaging/outbox/index.server.ts';
import { hasEndpoint } from '../../messaging/webhooks/index.ts';
import type { CheckoutContext } from '../context.server.ts';
import type { CheckoutSession } from '../sessions/index.ts';
import { lockSession, openSession, type SessionStart } from '../sessions/index.server.ts';
import { recordConsents } from './consent.repository.server.ts';
import { insertLead, toLead, updateUndecidedContact, updateUnpaidLead } from './lead.repository.server.ts';
import type { Lead, LeadInput } from './lead.types.ts';

/**
 * Writes the lead of this session; a second save corrects the first (Back, edit, Next), it never makes another. A lead that
 * has paid stays as it is: access and receipts go to that person.
 */
export async function saveLead(ctx: CheckoutContext, session: CheckoutSession, input: LeadInput): Promise<Lead> {
  return transaction(ctx.db, async (trx) => {
    const locked = await lockSession(trx, session.id);
    if (!locked) throw new Error(`Session ${session.id} vanished`);
    return writeLead(ctx, trx, { ...session, leadId: locked.leadId }, input);
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
  // Opening locks the row, whether or not it changes it: no other call writes a lead for it meanwhile.
  const session = await openSession({ ...ctx, db: trx }, start);
  const lead = await writeLead(ctx, trx, session, inputFor(session));
  return { session: { ...session, leadId: lead.id }, lead };
}

/** The caller holds the session's lock, and `session` was read under it. */
async function writeLead(ctx: CheckoutContext, trx: Db, session: CheckoutSession, input: LeadInput): Promise<Lead> {
  const now = ctx.clock.now();
  const contact = {
    name: input.name,
    email: input.email,
    phone: input.phone,
    updated_at: now,
    ...givenColumns(input),
  };
  await recordConsents(trx, session.id, input.consents, input.ip, now);
  if (session.leadId) return updateUnpaidLead(trx, session.leadId, contact);
  const row = {
    ...mapLeadColumns(() => null),
    ...contact,
    id: newId('led'),
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
  await insertLead(trx, row);
  if (hasEndpoint(ctx.webhooks, session.brand, session.variant, 'lead.created'))
    await recordLeadEvent(trx, row.id, 'lead-created', '', {}, now);
  return toLead(row);
}

/**
 * Corrects the contact of a session whose payment names another person; false when it has to stay as it is, since a payment
 * is under way or has come.
 */
export async function correctContact(
  ctx: CheckoutContext,
  session: CheckoutSession,
  { name, email, phone }: Pick<LeadInput, 'name' | 'email' | 'phone'>,
): Promise<boolean> {
  return transaction(ctx.db, async (trx) => {
    await lockSession(trx, session.id);
    return updateUndecidedContact(trx, session.id, { name, email, phone }, ctx.clock.now());
  });
}
