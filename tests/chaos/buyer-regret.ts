import { Browser } from './browser.ts';
import { tellPage } from './read-page.ts';
import type { Shopper } from './shopper.types.ts';
import type { Shop } from './shops.ts';

interface Bought {
  readonly orderId: string;
  readonly email: string;
  readonly buyer: string;
  readonly shop: Shop;
}

/** A letter may be hours late: then the buyer's own browser knows the purchase, too. */
const letterMs = 8_000;

/** Goes back on a purchase, by its letter's link or where it was bought, until the page offers it no more. */
export async function thinkAgain(
  { market, browser, chance, deadline, insist }: Shopper,
  bought: Bought,
): Promise<void> {
  const { orderId, email, buyer, shop } = bought;
  const link = chance.next() < 0.7 ? await linkTo(`/withdraw/${orderId}`) : '';
  const reader = link === '' ? browser : new Browser(market.shop);
  const isTwice = chance.next() < 0.5;
  let path = `/withdraw/${orderId}?product=${shop.key}`;
  if (link !== '') path = (await insist(() => reader.read(link)))?.to || path;
  const press = () => reader.fillIn(path, { intent: 'withdraw' });
  while (performance.now() < deadline) {
    const page = await insist(() => reader.read(path));
    if (page?.status !== 200) break;
    tellPage(market, { buyer, shop, path: '/withdraw/', text: page.text });
    if (!page.text.includes('value="withdraw"')) break;
    await Promise.all(isTwice ? [press(), press()] : [press()]);
    await pause(200);
  }
  if (reader !== browser) reader.close();

  /** The path of a letter's link; empty where no letter comes in time. */
  async function linkTo(part: string): Promise<string> {
    for (const end = Math.min(deadline, performance.now() + letterMs); performance.now() < end; await pause(300)) {
      const found = (await linksTo(market.outside, email)).find((one) => one.includes(part));
      if (found === undefined) continue;
      const { pathname, search } = new URL(found);
      return pathname + search;
    }
    return '';
  }
}

async function linksTo(outside: string, email: string): Promise<readonly string[]> {
  const address = `${outside}/sandbox/inbox.json?to=${encodeURIComponent(email)}`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(20_000) }).catch(() => null);
  if (answer?.ok !== true) return [];
  const { messages } = (await answer.json()) as { messages: readonly { readonly links: readonly string[] }[] };
  return messages.flatMap(({ links }) => links);
}

function pause(ms: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, ms));
}
