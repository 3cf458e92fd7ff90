import { Browser } from './browser.ts';
import { linkTo } from './letter-link.ts';
import type { Shopper } from './shopper.types.ts';
import type { Shop } from './shops.ts';

/** Asks for the page of all purchases, and has what is known of its owner erased there, by a letter each time. */
export async function haveErased(
  { market, deadline, insist }: Shopper,
  { email, shop }: { readonly email: string; readonly shop: Shop },
): Promise<void> {
  const reader = new Browser(market.shop);
  const query = `product=${shop.key}`;
  // A form is taken of a browser that keeps cookies, as its page has seen.
  await insist(() => reader.read(`/my-purchases?${query}`));
  await insist(() => reader.fillIn(`/my-purchases?${query}`, { email }));
  const page = await linkTo(market.outside, email, { part: '/my-purchases/', deadline });
  const home = page === '' ? '' : await enter(page);
  if (home !== '') await insist(() => reader.fillIn(`${home}/data?${query}`, { intent: 'erase' }));
  const link = home === '' ? '' : await linkTo(market.outside, email, { part: '/erase', deadline });
  const eraser = link === '' ? '' : await enter(link);
  if (eraser !== '') await insist(() => reader.fillIn(`${eraser}?${query}`, { confirm: 'yes' }));
  reader.close();

  /** Where a link leads, without what it was asked with. */
  async function enter(path: string): Promise<string> {
    const reply = await insist(() => reader.read(path));
    return (reply?.to ?? '').split('?')[0] ?? '';
  }
}
