/**
 * Checks a shop from outside, as a browser gets it: `npm run watch-scripts -- https://pay.school.example/?product=wup
 * https://cards.school.example` (the shop with a product, and the card fields' origin), with the build that should be live in
 * `dist/`. Prints differences and exits with 1: a script that is missing from the list or differs from the build, a header of
 * the policy that is weaker (PCI DSS 4.0.1, 11.6.1).
 *
 * `--buyer "name=Ana Vigia&email=watch@school.example&phone=11961234567"` starts a purchase and checks the payment page
 * too. `--every 600` checks every ten minutes until it is stopped; `--tell https://chat.example/hook` posts the differences
 * each time. Without it, the first difference ends the process with exit code 1.
 */
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readScripts } from '#src/apps/checkout/site/assets/script-inventory.server.ts';
import { purchaseOf } from './watch-scripts/start-purchase.ts';
import { keepWatching } from './watch-scripts/keep-watching.ts';
import { postNotification } from './watch-scripts/post-notification.ts';
import { checkCheckout, type CheckedCheckout } from './watch-scripts/check-checkout.ts';

const usage =
  'Which shop, and which origin for its cards? Such as: npm run watch-scripts -- https://pay.school.example/?product=wup https://cards.school.example [--buyer "name=Ana Vigia&email=watch@school.example&phone=11961234567"] [--every 600] [--tell https://chat.example/hook]';

interface Wish {
  readonly shop: CheckedCheckout;
  /** Null: once. */
  readonly everySeconds: number | null;
  readonly tell: string | null;
}

function readWish(args: readonly string[]): Wish | null {
  const options = { every: { type: 'string' }, tell: { type: 'string' }, buyer: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [shop = '', cards = '', ...more] = positionals;
  const { every, tell = null, buyer } = values;
  const everySeconds = every === undefined ? null : Number(every);
  const isRate =
    everySeconds === null || (Number.isInteger(everySeconds) && everySeconds >= 1 && everySeconds <= 86_400);
  if (!URL.canParse(shop) || !URL.canParse(cards) || more.length > 0 || !isRate) return null;
  if (tell !== null && (!URL.canParse(tell) || everySeconds === null)) return null;
  const { origin: checkout, search } = new URL(shop);
  const sold = { checkout, query: search.slice(1) };
  const purchase =
    buyer === undefined ? {} : { purchase: purchaseOf(sold, Object.fromEntries(new URLSearchParams(buyer))) };
  return { shop: { ...sold, cardFields: new URL(cards).origin, ...purchase }, everySeconds, tell };
}

async function watch({ shop, everySeconds, tell }: Wish): Promise<boolean> {
  const list = readScripts(path.resolve(import.meta.dirname, '../dist'));
  const look = () => checkCheckout(shop, list);
  if (everySeconds === null) {
    const { differences, pages, scripts } = await look();
    for (const one of differences) console.log(one);
    console.log(`${pages} pages and ${scripts} scripts looked at, ${differences.length} differences`);
    return differences.length === 0;
  }
  const end = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end.abort());
  return keepWatching({
    ...{ shop: shop.checkout, look, everySeconds },
    say: (line) => console.log(line),
    tell: tell === null ? null : (news) => postNotification(tell, news),
    now: () => new Date(),
    pause: (milliseconds) => wait(milliseconds, undefined, { signal: end.signal }).catch(() => undefined),
    isOver: () => end.signal.aborted,
  });
}

const request = readWish(process.argv.slice(2));
if (request === null) console.error(usage);
process.exitCode = request !== null && (await watch(request)) ? 0 : 1;
