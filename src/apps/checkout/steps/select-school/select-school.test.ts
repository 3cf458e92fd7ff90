import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { knownCookie, openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';

let stage: PagesWorld;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());

const link = '/select-school?product=wup&flowId=school';
const shown = async (query = ''): Promise<string> => (await stage.get(link + query, { cookie: knownCookie })).body;

describe('/select-school without a script', () => {
  test('asks for one thing after the other, by the address', async () => {
    const start = await shown();
    expect(start).toContain('"countries":[{"value":"BR","label":"Brasil"}]');
    expect(start).toContain('"search":{"country":"BR","region":"","city":""}');
    expect(start).toContain('{"value":"MG","label":"Minas Gerais"}');
    expect(start).not.toContain('"label":"Acre"');
    expect(await shown('&country=BR&region=SP')).toContain('{"value":"Campinas","label":"Campinas"}');
    expect(await shown('&country=BR&region=SP&city=Campinas')).toContain(
      '"value":"sp-campinas-cambui","label":"Cambuí"',
    );
  });

  test('takes no place that is on no list', async () => {
    expect(await shown('&country=ZZ&region=%3Cb%3E')).toContain('"search":{"country":"BR","region":"","city":""}');
  });
});

describe('the form', () => {
  test('wants a unit, and one that exists', async () => {
    const none = await stage.post(`${link}&country=BR&region=PR&city=Curitiba`, {});
    expect(none.statusCode).toBe(422);
    expect(none.body).toContain('"errors":{"unit":"select-school.unit.missing"}');
    expect(none.body).toContain('"value":"pr-batel"');
    expect((await stage.post(link, { unit: 'nowhere' })).body).toContain('"unit":"select-school.unit.gone"');
  });

  test('keeps the unit with the session, goes on, and shows the way to it when the buyer comes back', async () => {
    const answer = await stage.post(`${link}&country=BR&region=PR&city=Curitiba`, { unit: 'pr-batel' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/payment?product=wup&flowId=school']);
    const kept = await stage.database.db
      .selectFrom('session_locations')
      .select(['kind', 'location_id', 'name'])
      .execute();
    expect(kept).toEqual([{ kind: 'unit', location_id: 'pr-batel', name: 'Batel' }]);
    const again = await shown();
    expect(again).toContain('"search":{"country":"BR","region":"PR","city":"Curitiba"}');
    expect(again).toContain('"chosen":"pr-batel"');
  });
});

test('a brand without units lets its buyer go on', async () => {
  const answer = await stage.get('/select-school?product=ms', { cookie: knownCookie });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain('"countries":[]');
});
