import { tell } from './answers-log.ts';
import { Browser } from './browser.ts';
import { linkTo } from './letter-link.ts';
import { tellPage } from './read-page.ts';
import type { Shopper } from './shopper.types.ts';
import type { Shop } from './shops.ts';

interface Bought {
  readonly orderId: string;
  readonly email: string;
  readonly buyer: string;
  readonly shop: Shop;
}

/**
 * Goes back on a purchase until its page offers it no more: by its letter's link or, as letters may be hours late, in the
 * browser in which it was bought.
 */
export async function thinkAgain(
  { market, browser, chance, deadline, insist }: Shopper,
  bought: Bought,
): Promise<void> {
  const { orderId, email, buyer, shop } = bought;
  const link =
    chance.next() < 0.7 ? await linkTo(market.outside, email, { part: `/withdraw/${orderId}`, deadline }) : '';
  const reader = link === '' ? browser : new Browser(market.shop);
  const isTwice = chance.next() < 0.5;
  let path = `/withdraw/${orderId}?product=${shop.key}`;
  if (link !== '') path = (await insist(() => reader.read(link)))?.to || path;
  const press = async (): Promise<void> => {
    const reply = await reader.fillIn(path, { intent: 'withdraw' });
    if (reply?.status === 303) tell(market.answers, { type: 'withdrawn', buyer, orderId });
  };
  while (performance.now() < deadline) {
    const page = await insist(() => reader.read(path));
    if (page?.status !== 200) break;
    tellPage(market, { buyer, shop, path: '/withdraw/', text: page.text });
    if (!page.text.includes('value="withdraw"')) break;
    await Promise.all(isTwice ? [press(), press()] : [press()]);
    await pause(200);
  }
  if (reader !== browser) reader.close();
}

function pause(ms: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, ms));
}
