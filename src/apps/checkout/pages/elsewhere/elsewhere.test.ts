import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPages, pagesHost, type PagesStage } from '#tests/support/pages-stage.server.ts';
import { type PayingBuyer, payingBuyer } from '#tests/support/paying-pages.server.ts';

let stage: PagesStage;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());

async function atTheDoor(): Promise<{ buyer: PayingBuyer; at: string }> {
  const buyer = await payingBuyer(stage);
  return { buyer, at: `/elsewhere${await buyer.begin('product=ms&seller=ana')}` };
}
const wishes = ({ world }: PayingBuyer) => world.sent.filter(({ job }) => job === 'send-resume-link');

describe('a purchase that goes on elsewhere', () => {
  test('is led to from the payment page, and shows nobody’s whole address', async () => {
    const { buyer, at } = await atTheDoor();
    const { data } = await buyer.get(at.replace('/elsewhere', '/payment'));
    expect(data['elsewhere']).toBe(at);
    expect((await buyer.get(at)).data).toMatchObject({ email: 'm•••@e•••.com', phone: '•••4567', link: null });
  });

  test.each(['email', 'sms'] as const)(
    'by %s: once for a hand that presses twice, and some times a day',
    async (way) => {
      const { buyer, at } = await atTheDoor();
      expect((await buyer.post(at, { intent: way })).data).toMatchObject({ done: way, link: null });
      expect((await buyer.post(at, { intent: way })).data).toMatchObject({ done: way });
      expect(wishes(buyer)).toHaveLength(1);
      for (let more = 0; more < 4; more += 1) {
        stage.clock.advance(61_000);
        buyer.world.clock.advance(61_000);
        await buyer.post(at, { intent: way });
      }
      expect((await buyer.post(at, { intent: way })).data).toMatchObject({ done: 'too-many' });
      expect(wishes(buyer).length).toBeLessThanOrEqual(4);
    },
  );

  test('by a link that is shown, kept by nobody, and opens the purchase', async () => {
    const { buyer, at } = await atTheDoor();
    const shown = await buyer.post(at, { intent: 'link' });
    expect(shown.headers['cache-control']).toContain('no-store');
    expect(String(shown.data['link'])).toMatch(/\/recovery\/rec_.*[?&]t=/);
  });

  test('belongs to nobody who has no purchase here', async () => {
    const buyer = await payingBuyer(stage);
    expect(await buyer.get('/elsewhere?product=ms')).toMatchObject({ status: 307, to: '/lead?product=ms' });
  });
});

test('whoever pays in an app’s own browser is told how to leave it, on the pages that take money only', async () => {
  const ask = (url: string) =>
    stage.app.inject({ url, headers: { host: pagesHost, 'user-agent': 'Mozilla/5.0 (iPhone) Instagram 300.0' } });
  expect((await ask('/lead?product=ms')).body).toContain('data-app=""');
  const { buyer, at } = await atTheDoor();
  expect((await buyer.get(at)).status).toBe(200);
  const cookie = String((await ask('/lead?product=ms')).headers['set-cookie']).split(';')[0] ?? '';
  const headers = { host: pagesHost, cookie, 'user-agent': 'Mozilla/5.0 (iPhone) Instagram 300.0' };
  await stage.post('/lead?product=ms', buyerLeadForm, { cookie });
  const answer = await stage.app.inject({ url: '/payment?product=ms', headers });
  expect(answer.body).toContain('data-app="Instagram"');
});

const buyerLeadForm = { name: 'Maria da Silva', email: 'maria@example.com', phone: '(11) 96123-4567', country: 'BR' };
