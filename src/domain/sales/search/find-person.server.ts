import { normalizeDocument } from '#src/kernel/validation/tax-ids/document.rule.ts';
import type { Db } from '../../base-context.server.ts';
import type { EncryptionKeys } from '../../long-term-encryption.server.ts';
import type { StaffScope } from '../../staff/index.ts';
import {
  consentsOfLeads,
  emailsOfOrders,
  instrumentsOfLeads,
  leadIdsOfPerson,
  linksTo,
  maskPerson,
  type Person,
  type PersonConsent,
  type PersonEmail,
  type PersonInstrument,
  type PersonLink,
  personOfLead,
  salesOfLeads,
} from './person.repository.server.ts';
import type { SaleRow } from './sale-row.types.ts';
import { searchKeysOf } from './search-keys.server.ts';
import { listSubscriptionsOfLeads, type SubscriptionRow } from './subscription-list.repository.server.ts';

/** All that is stored of one person at the brands that the reader may see; masked. */
export interface PersonView {
  readonly leadId: string;
  readonly brand: string;
  readonly isErased: boolean;
  readonly masked: Pick<Person, 'name' | 'email' | 'phone' | 'document'>;
  readonly sales: readonly SaleRow[];
  readonly subscriptions: readonly SubscriptionRow[];
  readonly instruments: readonly PersonInstrument[];
  readonly consents: readonly PersonConsent[];
  readonly emails: readonly PersonEmail[];
  readonly links: readonly PersonLink[];
}

/**
 * A person by any of their leads: everything of the same e-mail or document at `brands`, which are the brands that the reader's
 * scope holds whole. Null where there is no such lead.
 */
export async function findPerson(
  readDb: Db,
  config: EncryptionKeys,
  { scope, brands }: { readonly scope: StaffScope; readonly brands: readonly string[] },
  leadId: string,
): Promise<PersonView | null> {
  const person = await personOfLead(readDb, leadId);
  if (!person) return null;
  const number = person.document === null ? '' : normalizeDocument(person.document);
  const documentKeys = number === '' ? [] : searchKeysOf(config).map((keys) => keys.of('document', number));
  const leadIds = await leadIdsOfPerson(readDb, person, brands, documentKeys);
  const [sales, subscriptions, instruments, consents] = await Promise.all([
    salesOfLeads(readDb, scope, leadIds),
    listSubscriptionsOfLeads(readDb, leadIds),
    instrumentsOfLeads(readDb, leadIds),
    consentsOfLeads(readDb, leadIds),
  ]);
  const orderIds = sales.map(({ orderId }) => orderId);
  const [emails, links] = await Promise.all([
    emailsOfOrders(readDb, orderIds),
    linksTo(readDb, [...orderIds, ...subscriptions.map(({ id }) => id)]),
  ]);
  const { brand, isErased } = person;
  return {
    leadId,
    brand,
    isErased,
    masked: maskPerson(person),
    sales,
    subscriptions,
    instruments,
    consents,
    emails,
    links,
  };
}
