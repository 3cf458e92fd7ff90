import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPurchase, purchaseOf } from './start-purchase.ts';

interface Heard {
  readonly method: string;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

let shop: http.Server;
let checkout: string;
let heard: Heard[];
let form: string;
let leadsTo: string;
beforeEach(async () => {
  heard = [];
  form =
    '<form><input name="q"></form><form method="post"><input type="hidden" name="from" value="a&amp;b"><input name="email"></form>';
  leadsTo = '/payment?product=wup';
  shop = http.createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      heard.push({ method, url, headers, body });
      if (method === 'GET') response.writeHead(200, { 'set-cookie': ['who=1; Path=/', 'mode=x'] }).end(form);
      else response.writeHead(303, { location: leadsTo, 'set-cookie': 'who=2; Path=/' }).end();
    });
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  checkout = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
});
afterEach(() => {
  shop.close();
  shop.closeAllConnections();
});

const begin = () => startPurchase({ checkout, query: 'product=wup' }, { name: 'Ana Vigia', email: 'a@b.example' });

test('a purchase is begun by the form that asks who buys, as a browser without scripts does it', async () => {
  expect(await begin()).toEqual({ url: `${checkout}/payment?product=wup`, cookie: 'who=2; mode=x' });
  const [, posted] = heard;
  expect(posted).toMatchObject({
    ...{ method: 'POST', url: '/lead?product=wup', body: 'from=a%26b&name=Ana+Vigia&email=a%40b.example' },
    headers: { origin: checkout, cookie: 'who=1; mode=x', 'sec-fetch-site': 'same-origin' },
  });
});

test.each([
  ['a page without that form', () => (form = '<form><input name="q"></form>'), '200 and no form at /lead'],
  ['a way to elsewhere', () => (leadsTo = 'https://evil.example/payment'), '303 in place of the way to /payment'],
  ['a way to another page', () => (leadsTo = '/lead?again'), '303 in place of the way to /payment'],
])('%s begins none', async (_, change, message) => {
  change();
  await expect(begin()).rejects.toThrow(message);
});

test('the same purchase is looked at until its page is gone', async () => {
  const purchase = purchaseOf({ checkout, query: 'product=wup' }, { email: 'a@b.example' });
  const first = await purchase(false);
  expect(await purchase(false)).toBe(first);
  expect(heard).toHaveLength(2);
  expect(await purchase(true)).not.toBe(first);
  expect(heard).toHaveLength(4);
});
