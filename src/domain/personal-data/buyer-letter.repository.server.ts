import type { Locale } from '#src/kernel/locale/locale.ts';
import type { Db, DomainContext } from '../context.server.ts';
import type { BuyerPage } from './buyer-page.repository.server.ts';

/** A letter that opens a buyer's page, or lets what it shows be erased. */
export interface BuyerLetter {
  readonly id: string;
  readonly kind: 'link' | 'erase';
  readonly page: BuyerPage;
  /** The name under which they are known, as it was typed last. */
  readonly name: string;
  readonly variant: string | null;
  readonly locale: Locale;
  readonly link: Readonly<Record<string, string>>;
}

/** A letter that still has to go out; null when it went already, or its reader's data are gone. */
export async function waitingBuyerLetter(db: Db, id: string): Promise<BuyerLetter | null> {
  const row = await db
    .selectFrom('buyer_letters')
    .innerJoin('buyer_pages', 'buyer_pages.id', 'buyer_letters.page_id')
    .select(['buyer_letters.kind', 'buyer_letters.locale', 'buyer_letters.link', 'buyer_letters.variant'])
    .select((eb) => [
      'buyer_pages.id as page_id',
      'buyer_pages.brand',
      'buyer_pages.email',
      eb
        .selectFrom('leads')
        .select('leads.name')
        .whereRef('leads.brand', '=', 'buyer_pages.brand')
        .where((where) => where(where.fn<string>('lower', ['leads.email']), '=', where.ref('buyer_pages.email')))
        .orderBy('leads.updated_at', 'desc')
        .limit(1)
        .as('name'),
    ])
    .where('buyer_letters.id', '=', id)
    .where('buyer_letters.state', '=', 'waiting')
    .where('buyer_pages.erased_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const link = Object.entries(row.link).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return {
    id,
    kind: row.kind,
    page: { id: row.page_id, brand: row.brand, email: row.email },
    name: row.name ?? '',
    variant: row.variant,
    locale: row.locale as Locale,
    link: Object.fromEntries(link),
  };
}

export async function settleBuyerLetter(
  { db, clock }: Pick<DomainContext, 'db' | 'clock'>,
  id: string,
  state: 'sent' | 'not-needed',
): Promise<void> {
  await db
    .updateTable('buyer_letters')
    .set({ state, sent_at: state === 'sent' ? clock.now() : null })
    .where('id', '=', id)
    .execute();
}
