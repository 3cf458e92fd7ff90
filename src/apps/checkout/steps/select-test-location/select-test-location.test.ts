import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { knownCookie, openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';

let stage: PagesWorld;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());

const link = '/select-test-location?product=at';

describe('/select-test-location', () => {
  test('shows every place with its free chairs, and the city of the address', async () => {
    const { body } = await stage.get(`${link}&city=Campinas`, { cookie: knownCookie });
    expect(body).toContain('"city":"Campinas"');
    expect(body).toMatch(/"id":"sp-capela"[^}]*"left":0/);
    expect(body).toMatch(/"id":"rj-tijuca"[^}]*"left":8/);
    expect((await stage.get(`${link}&city=Atlantis`)).body).toContain('"city":""');
  });

  test('wants a place, one that exists, and one that is not full', async () => {
    expect((await stage.post(link, {})).body).toContain('"place":"select-test-location.place.missing"');
    expect((await stage.post(link, { place: 'nowhere' })).body).toContain('"place":"select-test-location.place.gone"');
    const full = await stage.post(link, { place: 'sp-capela' });
    expect(full.statusCode).toBe(422);
    expect(full.body).toContain('"place":"select-test-location.place.full"');
  });

  test('keeps the place with the session and goes on', async () => {
    const answer = await stage.post(link, { place: 'rj-tijuca' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/payment?product=at']);
    const { body } = await stage.get(link, { cookie: knownCookie });
    expect(body).toContain('"city":"Rio de Janeiro","chosen":"rj-tijuca"');
  });
});
