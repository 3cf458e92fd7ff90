import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';
import copy from './generic-error.copy.json' with { type: 'json' };

let stage: PagesWorld;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());

/** Follows a link to the error page. */
async function errorOf(query: string) {
  const buyer = await payingBuyer(stage);
  const entry = await buyer.get(`/?${query}`);
  expect([entry.status, entry.to]).toEqual([307, expect.stringMatching(/^\/generic-error\?/)]);
  const { body } = await stage.get(entry.to);
  const { data } = await buyer.get(entry.to);
  return { buyer, data, html: /<html[^>]*>/.exec(body)?.[0] ?? '', title: /<title>([^<]*)/.exec(body)?.[1] ?? '' };
}

describe('the error page of a link', () => {
  test.each([
    ['product=wup&flowId=peru&seller=nobody', 'es-PE', 'Wise Up'],
    ['product=ms&lang=pt-mz&seller=nobody', 'pt-MZ', 'meuSucesso'],
    ['product=vc&seller=ana', 'pt-BR', 'Vende'],
  ])(
    'with a seller whom the brand does not have: %s has the words and looks of its market',
    async (query, lang, name) => {
      const { buyer, data, html, title } = await errorOf(query);
      expect(html).toContain(`lang="${lang}"`);
      expect(title).toContain(name);
      expect(data).toMatchObject({ unknown: 'seller' });
      const retry = String(data['retry']);
      expect(retry).not.toContain('seller');
      const begun = await buyer.get(retry);
      expect([begun.status, begun.to]).toEqual([307, expect.stringMatching(/^\/[a-z-]+\?product=/)]);
      expect((await buyer.get(begun.to)).status).toBe(200);
    },
  );

  test.each(['', '&partner=unidade'])('with an unknown seller leads to a purchase that is nobody’s%s', async (more) => {
    const { buyer, data } = await errorOf(`product=ms&seller=nobody&source=campanha${more}`);
    const { to } = await buyer.get(String(data['retry']));
    await buyer.begin(to.slice(to.indexOf('?') + 1));
    const sold = await stage.database.db
      .selectFrom('checkout_sessions')
      .select(['seller', 'source'])
      .orderBy('created_at', 'desc')
      .executeTakeFirst();
    expect(sold).toEqual({ seller: 'performance', source: 'direto' });
  });

  test('with an unknown offer leads to the course without it', async () => {
    const { buyer, data } = await errorOf('product=ms&offer=none');
    expect(data).toMatchObject({ unknown: 'offer', retry: '/?product=ms' });
    expect((await buyer.get('/?product=ms')).to).toBe('/lead?product=ms');
  });

  test.each([
    ['product=inexistente', 'pt-BR'],
    ['product=inexistente&flowId=peru', 'es-PE'],
    ['product=inexistente&lang=pt-mz', 'pt-MZ'],
  ])('to no course says so and gives no button that would fail again: %s', async (query, lang) => {
    const { data, html } = await errorOf(query);
    expect(data).toMatchObject({ unknown: 'product', retry: null });
    expect(html).toContain(`lang="${lang}"`);
  });

  test('has words of its own in each language for each case', () => {
    const words: Readonly<Record<string, Readonly<Record<string, string>>>> = copy;
    for (const kind of ['seller', 'offer', 'product']) {
      const key = `generic-error.${kind}.text`;
      expect(words['pt-BR']?.[key]).toBeTruthy();
      expect(words['es-PE']?.[key]).toBeTruthy();
    }
    expect(words['pt-BR']?.['generic-error.product.text']).toBe(
      'Este link não leva a nenhum curso. Confira com quem o enviou.',
    );
  });

  test('which nobody’s link brought keeps the usual words', async () => {
    const buyer = await payingBuyer(stage);
    expect((await buyer.get('/generic-error')).data).toMatchObject({ unknown: null, retry: null });
    const usual = await buyer.get('/generic-error?product=ms');
    expect(usual.data).toMatchObject({ unknown: null, retry: '/?product=ms' });
  });
});
