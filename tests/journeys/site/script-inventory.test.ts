import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { findChangedScripts, readScripts } from '#src/apps/checkout/site/assets/script-inventory.server.ts';
import { cardFrame, choose, reachPayment } from '#tests/support/browser/purchase-steps.ts';
import { expect as see, journey, sharedProduct } from '#tests/support/browser/journey.ts';
import { purchaseOf } from '#tools/watch-scripts/start-purchase.ts';
import { checkCheckout } from '#tools/watch-scripts/check-checkout.ts';
import { expect, test } from 'vitest';

const dist = path.resolve(import.meta.dirname, '../../../dist');
const list = readScripts(dist);

test('the build is what its list says; one byte more, a file more or one less is seen before anything starts', () => {
  expect(findChangedScripts(dist)).toEqual([]);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'matricula-scripts-'));
  try {
    for (const part of ['assets', 'card-fields', 'scripts.json'])
      cpSync(path.join(dist, part), path.join(folder, part), { recursive: true });
    const [first = '', second = '', third = '', fourth = ''] = list
      .filter(({ kind }) => kind === 'page')
      .map(({ path: at }) => at.slice(1));
    const [card = ''] = list.filter(({ kind }) => kind === 'card-fields').map(({ path: at }) => `card-fields${at}`);
    writeFileSync(path.join(folder, first), ' ', { flag: 'a' });
    writeFileSync(path.join(folder, 'assets/skimmer.js'), 'x');
    for (const name of [second, `${second}.br`, `${second}.gz`]) rmSync(path.join(folder, name));
    // What browsers run is what they unpack.
    for (const name of [third, card]) writeFileSync(path.join(folder, `${name}.br`), brotliCompressSync('steal()'));
    writeFileSync(path.join(folder, `${fourth}.gz`), 'no archive');
    const changed = [first, `${third}.br`, `${card}.br`, `${fourth}.gz`].map((name) => `${name} was changed`);
    expect(findChangedScripts(folder).toSorted()).toEqual(
      [...changed, 'assets/skimmer.js is in no list', `${second} is missing`].toSorted(),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('each script says why it is there and who loads it', () => {
  expect(list.length).toBeGreaterThan(30);
  expect(
    list.filter(({ why, loadedBy, kind }) => why === '' || (loadedBy.length === 0 && kind !== 'web-vitals')),
  ).toEqual([]);
});

journey('the page that takes money runs nothing but what is listed, and so does its frame for cards', async (buyer) => {
  const { page, product } = buyer;
  const ran: string[] = [];
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script') ran.push(answer.url());
  });
  await reachPayment(buyer);
  await choose(page, 'credit-card');
  await cardFrame(buyer);
  const known = (origin: string, isFrame: boolean): readonly string[] =>
    list.filter(({ kind }) => (kind === 'card-fields') === isFrame).map(({ path: at }) => origin + at);
  const listed = [...known(product.checkout, false), ...known(product.cardFields, true)];
  see(ran.length).toBeGreaterThan(3);
  see(ran.some((url) => url.startsWith(product.cardFields))).toBe(true);
  see(ran.filter((url) => !listed.includes(url))).toEqual([]);
  const written = await page.evaluate(() =>
    [...document.scripts].filter(({ type }) => type !== 'application/json').map(({ src }) => src),
  );
  see(written.filter((src) => !listed.includes(src))).toEqual([]);
});

type Change = (url: string, body: Buffer, headers: http.OutgoingHttpHeaders) => Buffer;

/** Somebody between a server of ours and its buyers, who may change what is asked and what is answered. */
async function between(origin: string, ask: (url: string) => string, change: Change): Promise<http.Server> {
  const { port, hostname, host } = new URL(origin);
  const proxy = http.createServer((request, response) => {
    const { 'sec-fetch-dest': dest = 'empty', cookie = '', 'content-type': type, origin: from } = request.headers;
    const sent = type === undefined ? {} : { 'content-type': type, 'sec-fetch-site': 'same-origin' };
    const own = from === undefined ? {} : { origin };
    const headers = { accept: 'text/html', 'sec-fetch-dest': dest, cookie, host, ...sent, ...own };
    const { method } = request;
    const asked = http.request({ port, hostname, method, path: ask(request.url ?? ''), headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const reported: http.OutgoingHttpHeaders = { ...answer.headers };
        const body = change(request.url ?? '', Buffer.concat(parts), reported);
        for (const name of ['content-length', 'transfer-encoding', 'connection']) delete reported[name];
        response.writeHead(answer.statusCode ?? 500, reported).end(body);
      });
    });
    asked.on('error', () => response.destroy());
    request.pipe(asked);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return proxy;
}

function originOf(server: http.Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function watched(change: Change): Promise<readonly string[]> {
  const { checkout, cardFields } = await sharedProduct();
  const places: { cards: string } = { cards: cardFields };
  // The page that takes money frames the card page where its buyers find that.
  const shop = await between(
    checkout,
    (url) => url,
    (url, body, headers) => {
      const isPage = headers['content-type']?.toString().startsWith('text/html') ?? false;
      const moved = isPage ? Buffer.from(body.toString().replaceAll(cardFields, places.cards)) : body;
      return change(url, moved, headers);
    },
  );
  // The card page lets itself be framed by the true shop alone.
  const framed = (url: string): string => url.replace(encodeURIComponent(originOf(shop)), encodeURIComponent(checkout));
  const cards = await between(cardFields, framed, (url, body, headers) => {
    const policy = (headers['content-security-policy'] ?? '').replace(checkout, originOf(shop));
    if (policy) headers['content-security-policy'] = policy;
    return change(`cards${url}`, body, headers);
  });
  try {
    places.cards = originOf(cards);
    const sold = { checkout: originOf(shop), query: 'product=wup' };
    const email = `watch-${process.pid}@exemplo.com.br`;
    const purchase = purchaseOf(sold, { name: 'Ana Vigia', email, phone: '11961234567' });
    const { pages, differences } = await checkCheckout({ ...sold, cardFields: places.cards, purchase }, list);
    expect(pages).toBe(6);
    return differences;
  } finally {
    for (const server of [shop, cards]) {
      server.close();
      server.closeAllConnections();
    }
  }
}

test('a script more, a changed byte and a weaker policy are seen by the watcher', async () => {
  expect(await watched((_url, body) => body)).toEqual([]);
  const bundle = list.find(({ kind }) => kind === 'shared')?.path ?? '';
  const ofCards = list.find(({ kind }) => kind === 'card-fields')?.path ?? '';
  const put = (body: Buffer, script: string): Buffer =>
    Buffer.from(body.toString().replace('</body>', () => `${script}</body>`));
  const differences = await watched((url, body, headers) => {
    if (url === bundle || url === `cards${ofCards}`) return Buffer.concat([body, Buffer.from(' ')]);
    if (url.startsWith('/payment')) return put(body, '<iframe src="https://evil.example/card"></iframe>');
    if (url.startsWith('/lead')) return put(body, "<script src='//evil.example/a.js'></script>");
    if (url.startsWith('cards/?')) return put(body, '<img onerror=steal() src=x>');
    if (url.startsWith('/my-purchases')) headers['content-security-policy'] = 'default-src *';
    return body;
  });
  expect(differences.toSorted()).toEqual(
    [
      '/lead: //evil.example/a.js is in no list',
      '/payment: <iframe src="https://evil.example/card"> is in no list',
      '/my-purchases: the policy is another one: default-src *',
      'card page: onerror="steal()" is in no list',
      `${bundle} is not what was built`,
      `${ofCards} is not what was built`,
    ].toSorted(),
  );
});

test('a page that cannot be had is no page without differences', async () => {
  const nowhere = http.createServer((_request, response) => void response.writeHead(503).end());
  await new Promise<void>((resolve) => nowhere.listen(0, '127.0.0.1', resolve));
  try {
    const origin = originOf(nowhere);
    const { differences } = await checkCheckout({ checkout: origin, cardFields: origin, query: 'product=wup' }, list);
    expect(differences.filter((one) => one.includes('503 in place of'))).toHaveLength(5);
  } finally {
    nowhere.close();
  }
});
