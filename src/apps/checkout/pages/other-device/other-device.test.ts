import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPages, pagesHost, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import type { ResumeLink } from '../../site/resume-link/resume-link.types.ts';
import { type PayingBuyer, payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';
import { avoidHourEnd } from '#tests/support/clock/avoid-hour-end.ts';

let stage: PagesWorld;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());

async function atTheDoor(): Promise<{ buyer: PayingBuyer; at: string }> {
  const buyer = await payingBuyer(stage);
  return { buyer, at: `/elsewhere${await buyer.begin('product=ms&seller=ana')}` };
}
const sentLinks = ({ world }: PayingBuyer) => world.sent.filter(({ job }) => job === 'send-resume-link');

describe('a purchase that goes on elsewhere', () => {
  test('is led to from the payment page, and shows nobody’s whole address', async () => {
    const { buyer, at } = await atTheDoor();
    const { data } = await buyer.get(at.replace('/elsewhere', '/payment'));
    expect(data['otherDevice']).toBe(at);
    expect((await buyer.get(at)).data).toMatchObject({ email: 'm•••@e•••.com', phone: '•••4567', link: null });
  });

  test.each(['email', 'sms'] as const)(
    'by %s: once for a hand that presses twice, and some times a day',
    async (way) => {
      const { buyer, at } = await atTheDoor();
      // Texts to a phone are limited per clock hour: the whole test is in one.
      for (const clock of [stage.clock, buyer.world.clock]) avoidHourEnd(clock, 10);
      expect((await buyer.post(at, { intent: way })).data).toMatchObject({ done: way, link: null });
      expect((await buyer.post(at, { intent: way })).data).toMatchObject({ done: way });
      expect(sentLinks(buyer)).toHaveLength(1);
      for (let more = 0; more < 4; more += 1) {
        stage.clock.advance(61_000);
        buyer.world.clock.advance(61_000);
        await buyer.post(at, { intent: way });
      }
      expect((await buyer.post(at, { intent: way })).data).toMatchObject({ done: 'too-many' });
      expect(sentLinks(buyer).length).toBeLessThanOrEqual(4);
    },
  );

  test('by a link that is shown, kept by nobody, and opens the purchase', async () => {
    const { buyer, at } = await atTheDoor();
    const shown = await buyer.post(at, { intent: 'link' });
    expect(shown.headers['cache-control']).toContain('no-store');
    const { href, qr, intent } = shown.data['link'] as ResumeLink;
    const { pathname, search } = new URL(href);
    expect(pathname + search).toMatch(/^\/r\/[a-z\d]{6}-[a-z\d]{6}-[a-z\d]{6}$/);
    expect(qr).toMatch(/^data:image\/svg/);
    expect(intent).toBeNull();

    const spoken = pathname.slice('/r/'.length).toUpperCase().replaceAll('-', '');
    for (const typed of [pathname, `/r/${spoken}`]) {
      const answer = await stage.app.inject({ url: typed, headers: { host: pagesHost } });
      expect(answer.statusCode).toBe(303);
      const to = String(answer.headers['location']);
      expect(to).toMatch(/^\/recovery\/rec_[\w-]{22}\?(?=.*product=ms).*seller=ana/);
      expect(to.toUpperCase()).not.toContain(spoken);
      const cookies = [answer.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0]);
      const other = { host: pagesHost, cookie: cookies.join('; ') };
      expect((await stage.app.inject({ url: to, headers: other })).statusCode).toBe(200);
      // Only the magic link that opened the purchase can move it to another browser.
      const out = to.replace('/recovery/', '/elsewhere/');
      expect((await stage.app.inject({ url: out, headers: other })).statusCode).toBe(200);
      expect((await stage.app.inject({ url: out, headers: { host: pagesHost } })).statusCode).toBe(404);
    }
  });

  test.each(['/r/bcdfgh-jkmpqr-tvwxy3', '/r/bcdfgh', '/r/aaaaaa-aaaaaa-aaaaaa', `/r/${'b'.repeat(90)}`])(
    'is opened by no other code: %s',
    async (url) => {
      const answer = await stage.app.inject({ url, headers: { host: pagesHost } });
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['set-cookie'] ?? '').not.toContain('pass');
    },
  );

  test('belongs to nobody who has no purchase here', async () => {
    const buyer = await payingBuyer(stage);
    expect(await buyer.get('/elsewhere?product=ms')).toMatchObject({ status: 307, to: '/lead?product=ms' });
  });
});

test('a buyer in an app’s own browser sees how to leave it, on payment pages only', async () => {
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
  const way = /data-way="(\/elsewhere[^"]*)"/.exec(answer.body)?.[1] ?? '';
  const out = await stage.app.inject({ url: way.replaceAll('&amp;', '&'), headers });
  expect(out.statusCode).toBe(200);
  expect(out.headers['cache-control']).toContain('no-store');
  expect(out.body).toMatch(/\/r\/[a-z\d-]{20}/);
});

const buyerLeadForm = { name: 'Maria da Silva', email: 'maria@example.com', phone: '(11) 96123-4567', country: 'BR' };
