import { reportByBuyer } from './buyer-log.ts';
import { Browser } from './browser.ts';
import { addressOf } from '../checks/canary-values.ts';
import { emailLinkTo } from './email-link.ts';
import { reportPage } from './check-page.ts';
import type { ChaosBuyer } from './buyer.types.ts';
import type { Shop } from './shops.ts';

interface Owner {
  readonly n: number;
  readonly buyer: string;
  readonly email: string;
  readonly shop: Shop;
}

/** Asks for the page of all purchases, and has what is known of its owner erased there, by a letter each time. */
export async function requestErasure({ market, deadline, insist }: ChaosBuyer, owner: Owner): Promise<void> {
  const { n, buyer, email, shop } = owner;
  // One address may ask for few links.
  const reader = new Browser(market.shop, addressOf(n));
  const query = `product=${shop.key}`;
  // A form is taken of a browser that keeps cookies, as its page has seen.
  await insist(() => reader.read(`/my-purchases?${query}`));
  await insist(() => reader.fillIn(`/my-purchases?${query}`, { email }));
  const home = await enter('/my-purchases/');
  if (home !== '') {
    await look(home);
    await look(`${home}/data`);
    await insist(() => reader.fillIn(`${home}/data?${query}`, { intent: 'erase' }));
    const eraser = await enter('/erase');
    const done = eraser === '' ? null : await insist(() => reader.fillIn(`${eraser}?${query}`, { confirm: 'yes' }));
    if (done?.status === 303) reportByBuyer(market.answers, { type: 'erased', buyer });
  }
  reader.close();

  /** The path behind a letter's link; empty where no letter comes. */
  async function enter(part: string): Promise<string> {
    const link = await emailLinkTo(market.sandboxOrigin, email, { part, deadline });
    const reply = link === '' ? null : await insist(() => reader.read(link));
    return (reply?.to ?? '').split('?')[0] ?? '';
  }

  async function look(path: string): Promise<void> {
    const page = await insist(() => reader.read(`${path}?${query}`));
    if (page?.status === 200) reportPage(market, { buyer, shop, path: '/my-purchases/', text: page.text });
  }
}
