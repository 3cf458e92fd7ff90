import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { type PayingBuyer, payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';

let stage: PagesWorld;
let buyer: PayingBuyer;
beforeAll(async () => {
  stage = await openPages();
  buyer = await payingBuyer(stage);
});
afterAll(() => stage.close());

const paymentOf = async (link: string) => buyer.get(`/payment${await buyer.begin(link)}`);

describe('the payment page', () => {
  test.each(['conquer-incompany', 'conquer-business-school'])(
    'of %s asks for an address in one of 27 states',
    async (product) => {
      const { page, data } = await paymentOf(`product=${product}`);
      expect(page).toBe('payment');
      const { states } = Object(data['address']) as { states: readonly { readonly value: string }[] };
      expect(states).toHaveLength(27);
      expect(states.map(({ value }) => value)).toEqual(expect.arrayContaining(['AC', 'DF', 'SP', 'TO']));
    },
  );

  test('says beside the button what is charged later and where the access goes, which can be corrected', async () => {
    const { data } = await paymentOf('product=wup');
    expect(data['terms']).toMatch(/^Plano anual: 12 meses de acesso\. Não renova sozinho: antes de /);
    const { email, change } = Object(data['contact']) as Record<string, string>;
    expect(email).toMatch(/@/);
    expect((await buyer.get(String(change))).page).toBe('lead');
  });

  test('of a link with planType=recurrency has the price of one month', async () => {
    const { data, summary } = await paymentOf('product=wiser&planType=recurrency');
    expect(data['amount']).toBe(12_900);
    expect(summary).toMatch(/R\$\s129,00/);
  });

  test('after a purchase at wise-up offers meuSucesso at half its price', async () => {
    const query = await buyer.begin('product=wup&flowId=upsell-sister');
    expect((await buyer.pay(`/payment${query}`)).to).toBe(`/success${query}`);
    const { data } = await buyer.get(`/success${query}`);
    expect(data).toMatchObject({ upsell: { offer: { product: 'meuSucesso', saving: '50% de desconto' } } });
    expect(JSON.stringify(data)).toMatch(/"total":"R\$\s570,00","standard":"R\$\s1\.140,00"/);
  });

  test('offers two cards as two cards, and two ways as the first two', async () => {
    const query = await buyer.begin('product=wup');
    const { data } = await buyer.get(`/payment${query}`);
    const offers = data['splitOffers'] as { readonly href: string; readonly label: string }[];
    expect(offers.map(({ label }) => label)).toEqual(['Pagar com dois cartões', 'Pagar de duas formas']);
    const methodsOf = async (href: string): Promise<unknown> => {
      const { split } = (await buyer.get(href)).data as { split: { parts: { method: string }[] } };
      return split.parts.map(({ method }) => method);
    };
    expect(await methodsOf(offers[0]?.href ?? '')).toEqual(['credit-card', 'credit-card']);
    expect(await methodsOf(offers[1]?.href ?? '')).toEqual(['credit-card', 'pix']);
  });

  test('of a plan that begins free asks what the pages before it said: nothing today', async () => {
    const query = await buyer.begin('product=live');
    const sums: string[] = [];
    for (const path of ['/lead', '/video', '/payment']) sums.push((await buyer.get(`${path}${query}`)).summary);
    expect(sums).toEqual(['R$ 0,00', 'R$ 0,00', 'R$ 0,00']);
  });
});
