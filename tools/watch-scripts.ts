/**
 * Looks at a shop from outside, as a browser gets it: `npm run watch-scripts -- https://pay.school.example/?product=wup
 * https://cards.school.example` (the shop, with something that it sells, and the origin that takes the numbers of cards), to be
 * run every ten minutes by whoever watches (PCI DSS 4.0.1, 11.6.1), with the build that is meant to be live in `dist/`. Ends with 1 and
 * says what differs: a script that is not in the list or not as it was built, a header of the policy that is weaker.
 */
import path from 'node:path';
import { readScripts } from '#src/apps/checkout/web/script-inventory.server.ts';
import { watchShop } from './watch-scripts/watch-shop.ts';

const [shop = '', cards = ''] = process.argv.slice(2);
if (!URL.canParse(shop) || !URL.canParse(cards)) {
  console.error(
    'Which shop, and which origin for its cards? Such as: npm run watch-scripts -- https://pay.school.example/?product=wup https://cards.school.example',
  );
  process.exitCode = 1;
} else {
  const { origin: checkout, search } = new URL(shop);
  const { differences, pages, scripts } = await watchShop(
    { checkout, cardFields: new URL(cards).origin, query: search.slice(1) },
    readScripts(path.resolve(import.meta.dirname, '../dist')),
  );
  for (const one of differences) console.log(one);
  console.log(`${pages} pages and ${scripts} scripts looked at, ${differences.length} differences`);
  process.exitCode = differences.length > 0 ? 1 : 0;
}
