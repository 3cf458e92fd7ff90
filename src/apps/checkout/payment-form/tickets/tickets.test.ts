import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { knownCookie, openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';

let stage: PagesWorld;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());

const lead = { name: 'Maria da Silva', email: 'maria@example.com', phone: '(11) 96123-4567', country: 'BR' };
async function fill(planId: string, capacity: bigint, taken: bigint): Promise<void> {
  const pool = `ticket/vende-c/${planId}`;
  await stage.database.db.deleteFrom('seat_pools').where('pool', '=', pool).execute();
  await stage.database.db.insertInto('seat_pools').values({ pool, capacity, taken }).execute();
}
const shown = async (path: string): Promise<string> => (await stage.get(path, { cookie: knownCookie })).body;

describe('tickets on the pages', () => {
  test('a link for a lot that is gone shows the price of the one on sale, from the first step on', async () => {
    await fill('vc-arena-1-t', 400n, 400n);
    const link = 'product=vc&planId=vc-arena-1-t';
    expect(await shown(`/lead?${link}`)).toContain('narrow R$\u00a0547,00');
    await stage.post(`/lead?${link}`, lead);
    const body = await shown(`/payment?${link}`);
    expect(body).toContain('narrow R$\u00a0547,00');
    expect(body).toContain('"standing":"gone","note":"Esgotado","isScarce":false');
    expect(body).toContain(
      '"price":"R$\u00a0547,00","standing":"bought","note":"Restam 600 ingressos, até 31/03/2037","isScarce":false',
    );
    expect(body).toContain('"standing":"next","note":"Próximo lote","isScarce":false');
  });

  test('few seats are said to be few', async () => {
    await fill('vc-vip-1-t', 60n, 59n);
    await stage.post('/lead?product=vc-vip', lead);
    expect(await shown('/payment?product=vc-vip')).toContain(
      '"standing":"bought","note":"Resta 1 ingresso, até 28/02/2037","isScarce":true',
    );
  });

  test('who comes after the last one is told so, on any step', async () => {
    await fill('vc-vip-1-t', 60n, 60n);
    await fill('vc-vip-2-t', 40n, 40n);
    for (const path of ['/lead', '/payment']) {
      const answer = await stage.get(`${path}?product=vc-vip`, { cookie: knownCookie });
      expect([answer.statusCode, answer.headers.location]).toEqual([307, '/sold-out?product=vc-vip']);
    }
    expect(await shown('/sold-out?product=vc-vip')).toContain('[sold-out]{"data":{"product":"Vende-C 2037: Camarote"');
    const open = await stage.get('/sold-out?product=vc', { cookie: knownCookie });
    expect([open.statusCode, open.headers.location]).toEqual([307, '/lead?product=vc']);
    expect((await stage.get('/sold-out?product=ms', { cookie: knownCookie })).statusCode).toBe(307);
  });

  test('a course shows none', async () => {
    await stage.post('/lead?product=ms', lead);
    expect(await shown('/payment?product=ms')).toContain('"tickets":[]');
  });
});
