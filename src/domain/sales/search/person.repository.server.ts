import { sql } from 'kysely';
import { maskEmail, maskName, maskNumber } from '#src/kernel/validation/mask-personal.ts';
import type { Db } from '../../base-context.server.ts';
import { isErased } from '../../checkout/leads/index.server.ts';
import type { StaffScope } from '../../staff/index.ts';
import { inScope, saleColumns, toSaleRow } from './sale-row.repository.server.ts';
import type { SaleRow } from './sale-row.types.ts';

/** What a person is known by, as one of their leads says it. */
export interface Person {
  readonly leadId: string;
  readonly brand: string;
  readonly seller: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly document: string | null;
  readonly isErased: boolean;
}

/** A person in clear text for the area's own use; null where there is no such lead. */
export async function personOfLead(db: Db, leadId: string): Promise<Person | null> {
  const lead = await db
    .selectFrom('leads')
    .select(['id as leadId', 'brand', 'seller', 'name', 'email', 'phone', 'document_number as document'])
    .where('id', '=', leadId)
    .executeTakeFirst();
  return lead ? { ...lead, isErased: isErased(lead) } : null;
}

/** As `Person`, masked: enough to know whom the buyer on the line says they are. */
export function maskPerson(person: Person): Pick<Person, 'name' | 'email' | 'phone' | 'document'> {
  const { name, email, phone, document } = person;
  return {
    name: maskName(name),
    email: maskEmail(email),
    phone: phone === '' ? '' : maskNumber(phone),
    document: document === null ? null : maskNumber(document, 2),
  };
}

/** Leads of a person that are shown at most. */
const mostLeads = 500;

/**
 * Leads of one person: of the same e-mail, or the same document, at these brands, and the lead itself. At most 500 of each.
 * `documentKeys`: of the person's document, by today's secret and earlier ones.
 */
export async function leadIdsOfPerson(
  db: Db,
  person: Person,
  brands: readonly string[],
  documentKeys: readonly bigint[],
): Promise<readonly string[]> {
  if (person.isErased) return [person.leadId];
  const found = await Promise.all([
    sql<{
      id: string;
    }>`select id from leads where brand = any(${[...brands]}::text[]) and lower(email) = ${person.email.toLowerCase()}
      order by created_at desc limit ${mostLeads}`.execute(db),
    ...documentKeys.map((key) =>
      sql<{ id: string }>`select lead_id as id from (
          (select lead_id, brand from sale_search where document_key = ${key} order by began_at desc limit ${mostLeads})
          union all (select s.lead_id, s.brand from search_numbers n join sale_search s on s.number = n.number
            where n.key = ${key} order by n.number desc limit ${mostLeads})) of_document
        where brand = any(${[...brands]}::text[])`.execute(db),
    ),
  ]);
  return [...new Set([person.leadId, ...found.flatMap(({ rows }) => rows.map(({ id }) => id))])];
}

/** The newest sales of these leads that are in scope, at most 200. */
export async function salesOfLeads(db: Db, scope: StaffScope, leadIds: readonly string[]): Promise<readonly SaleRow[]> {
  // By orders, which have an index of leads; an order of the last second has no entry yet and is shown by the next load.
  const { rows } = await sql<Parameters<typeof toSaleRow>[0]>`
    select ${saleColumns} from orders o join sale_search s on s.number = o.number join leads l on l.id = s.lead_id
    where o.lead_id = any(${[...leadIds]}::text[]) and ${inScope(scope)}
    order by s.began_at desc, s.number desc limit 200`.execute(db);
  return rows.map(toSaleRow);
}

/** What a person ticked, with the words beside the box. */
export interface PersonConsent {
  readonly kind: string;
  readonly accepted: boolean;
  readonly label: string;
  readonly at: Date;
}

export interface PersonInstrument {
  readonly id: string;
  readonly brand: string;
  readonly last4: string;
  readonly expiry: string;
  readonly createdAt: Date;
  readonly deletedAt: Date | null;
}

export interface PersonEmail {
  readonly id: string;
  readonly orderId: string;
  readonly kind: string;
  readonly state: 'waiting' | 'sent' | 'not-needed' | 'given-up';
  readonly createdAt: Date;
  readonly sentAt: Date | null;
}

/** A link that opens something of the person; its secret is stored as a hash only. */
export interface PersonLink {
  readonly subjectId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const mostOfEach = 100;

export async function consentsOfLeads(db: Db, leadIds: readonly string[]): Promise<readonly PersonConsent[]> {
  return db
    .selectFrom('consents')
    .innerJoin('checkout_sessions', 'checkout_sessions.id', 'consents.session_id')
    .select(['consents.kind', 'consents.accepted', 'consents.label', 'consents.at'])
    .where('checkout_sessions.lead_id', 'in', leadIds)
    .orderBy('consents.at', 'desc')
    .limit(mostOfEach)
    .execute();
}

export async function instrumentsOfLeads(db: Db, leadIds: readonly string[]): Promise<readonly PersonInstrument[]> {
  return db
    .selectFrom('payment_profiles')
    .select(['id', 'brand', 'last4', 'expiry', 'created_at as createdAt', 'deleted_at as deletedAt'])
    .where('lead_id', 'in', leadIds)
    .orderBy('created_at', 'desc')
    .limit(mostOfEach)
    .execute();
}

export async function emailsOfOrders(db: Db, orderIds: readonly string[]): Promise<readonly PersonEmail[]> {
  if (orderIds.length === 0) return [];
  return db
    .selectFrom('emails')
    .select(['id', 'order_id as orderId', 'kind', 'state', 'created_at as createdAt', 'sent_at as sentAt'])
    .where('order_id', 'in', orderIds)
    .orderBy('created_at', 'desc')
    .limit(mostOfEach)
    .execute();
}

export async function linksTo(db: Db, subjectIds: readonly string[]): Promise<readonly PersonLink[]> {
  if (subjectIds.length === 0) return [];
  return db
    .selectFrom('magic_links')
    .select(['subject_id as subjectId', 'created_at as createdAt', 'expires_at as expiresAt'])
    .where('subject_id', 'in', subjectIds)
    .orderBy('created_at', 'desc')
    .limit(mostOfEach)
    .execute();
}
