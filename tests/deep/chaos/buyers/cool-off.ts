import { reportByBuyer } from './buyer-log.ts';
import { Browser } from './browser.ts';
import { emailLinkTo } from './email-link.ts';
import { reportPage } from './check-page.ts';
import type { ChaosBuyer } from './buyer.types.ts';
import type { Shop } from './shops.ts';
import { pause } from '../faults/pause.ts';

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
export async function coolOff(
  { market, browser, chance, deadline, insist }: ChaosBuyer,
  bought: Bought,
): Promise<void> {
  const { orderId, email, buyer, shop } = bought;
  const link =
    chance.next() < 0.7
      ? await emailLinkTo(market.sandboxOrigin, email, { part: `/withdraw/${orderId}`, deadline })
      : '';
  const reader = link === '' ? browser : new Browser(market.shop);
  const isTwice = chance.next() < 0.5;
  let path = `/withdraw/${orderId}?product=${shop.key}`;
  if (link !== '') path = (await insist(() => reader.read(link)))?.to || path;
  const press = () => reader.fillIn(path, { intent: 'withdraw' });
  let isPressed = false;
  while (performance.now() < deadline) {
    const page = await insist(() => reader.read(path));
    if (page?.status !== 200) break;
    reportPage(market, { buyer, shop, path: '/withdraw/', text: page.text });
    if (!page.text.includes('value="withdraw"')) {
      // A press is answered alike whether or not it was in time; only the page says it.
      if (isPressed) reportByBuyer(market.answers, { type: 'withdrawn', buyer, orderId });
      break;
    }
    const replies = await Promise.all(isTwice ? [press(), press()] : [press()]);
    isPressed ||= replies.some((reply) => reply?.status === 303);
    await pause(200);
  }
  if (reader !== browser) reader.close();
}
