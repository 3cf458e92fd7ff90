import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanQuery, queryInFlow, withQuery } from './link-query.ts';

const read = (search: string) => cleanQuery(new URLSearchParams(search));

describe('the query of a link', () => {
  test.each([
    ['', {}, 'performance', 'direto'],
    [
      'product=wup&seller=ana&source=campanha',
      { product: 'wup', seller: 'ana', source: 'campanha' },
      'ana',
      'campanha',
    ],
    ['partner=unidade', { partner: 'unidade' }, 'franchising', 'direto'],
    ['partner=unidade&seller=ana', { partner: 'unidade', seller: 'ana' }, 'ana', 'direto'],
    ['partner=unidade&seller=', { partner: 'unidade' }, 'franchising', 'direto'],
    ['seller=query_param_seller&source=query_param', {}, 'performance', 'direto'],
    ['voucher=query_paramX&product=ms', { product: 'ms' }, 'performance', 'direto'],
    ['source=/a/b\\c/ ', { source: 'abc' }, 'performance', 'abc'],
    ['source=//', {}, 'performance', 'direto'],
    ['product=%20ms%20', { product: 'ms' }, 'performance', 'direto'],
    ['product=%20', {}, 'performance', 'direto'],
    ['product-slug=black', { productSlug: 'black' }, 'performance', 'direto'],
    ['productSlug=one&product-slug=two', { productSlug: 'one' }, 'performance', 'direto'],
    ['product=ms&product=wup', { product: 'ms' }, 'performance', 'direto'],
    ['product=&product=wup', { product: 'wup' }, 'performance', 'direto'],
    ['email=a@b.co&leadId=1&t=x&document=1&phone=1&foo=1', {}, 'performance', 'direto'],
    [
      'utm_source=mail&utm_campaign=x&gclid=1&fbclid=2',
      { utm_source: 'mail', utm_campaign: 'x', gclid: '1', fbclid: '2' },
      'performance',
      'direto',
    ],
    ['utm_=1&utm_A=1&utmsource=1', {}, 'performance', 'direto'],
    ['voucher=a%00b', {}, 'performance', 'direto'],
    ['toString=1&__proto__=1&constructor=1', {}, 'performance', 'direto'],
    ['staging=1&lang=pt-mz&contactId=77', { staging: '1', lang: 'pt-mz', contactId: '77' }, 'performance', 'direto'],
  ])('?%s', (search, values, seller, source) => {
    expect(read(search)).toEqual({ values, seller, source });
  });

  test.each([
    'utm_content=ana%40exemplo.com.br',
    'utm_campaign=reativa-ana.souza@exemplo.com.br-2',
    'utm_term=390.533.447-05',
    'utm_content=4111111111111111',
    'voucher=4111+1111+1111+1111',
  ])('?%s: what a campaign’s tool merged of its reader goes no further', (search) => {
    expect(read(search).values).toEqual({});
    expect(read(search.replace(/^\w+/, 'source')).source).toBe('direto');
  });

  test.each([
    'utm_id=23851234567890123',
    'utm_id=120212345678901234',
    'utm_source=@escola',
    'utm_campaign=39053344705',
  ])('?%s: ids of campaigns stay', (search) => {
    expect(Object.keys(read(search).values)).toHaveLength(1);
  });

  test('holds no value longer than 300 characters and no more than twelve tracking names', () => {
    expect(read(`voucher=${'x'.repeat(301)}`).values).toEqual({});
    const many = Array.from({ length: 40 }, (_, n) => `utm_n${n}=1`).join('&');
    expect(Object.keys(read(many).values)).toHaveLength(12);
  });

  test('cleaned once is clean for ever, and survives being written into an address', () => {
    const name = fc.constantFrom('product', 'seller', 'source', 'partner', 'voucher', 'utm_source', 'email', 'lang');
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string({ maxLength: 40 }))), (pairs) => {
        const once = cleanQuery(pairs);
        const address = new URL(withQuery('/lead', once.values), 'http://x');
        expect(cleanQuery(address.searchParams)).toEqual(once);
      }),
    );
  });

  test.each([
    ['default', false],
    ['vip', true],
    ['black-VIP-2026', true],
  ])('in flow %s keeps contactId: %s', (flowId, keeps) => {
    const { values } = queryInFlow(read('product=ms&contactId=77'), flowId);
    expect(values).toEqual(keeps ? { product: 'ms', contactId: '77' } : { product: 'ms' });
  });

  test('with nothing in it leaves the path alone', () => {
    expect(withQuery('/lead', {})).toBe('/lead');
    expect(withQuery('/lead', { voucher: 'a&b=c' })).toBe('/lead?voucher=a%26b%3Dc');
  });
});
