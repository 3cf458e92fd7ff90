import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiWorld, createApiWorld } from '#tests/support/worlds/api-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';

let database: TestDatabase;
let world: ApiWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await createApiWorld(database);
});
afterAll(async () => {
  await world.close();
  await database.close();
});

const get = (path: string) => world.newBuyer().call('GET', `/api/v1/franchises/${path}`);

describe('the calls about units', () => {
  test('list countries, regions, cities and units', async () => {
    const { json } = await get('regions?brand=wise-up.online&country=PE');
    expect(json).toEqual({
      regions: [
        { code: 'ARE', name: 'Arequipa' },
        { code: 'LIM', name: 'Lima' },
      ],
    });
    expect((await get('cities?brand=wise-up.online&country=BR&region=RJ')).json).toEqual({
      cities: [{ name: 'Niterói' }, { name: 'Rio de Janeiro' }],
    });
    expect((await get('units?brand=wise-up.online&country=BR&region=RJ&city=niteroi')).json).toEqual({
      units: [
        {
          id: 'rj-niteroi',
          name: 'Icaraí',
          address: 'Rua Gavião Peixoto, 182, Icaraí',
          city: 'Niterói',
          region: 'RJ',
          country: 'BR',
        },
      ],
    });
  });

  test.each(['wise-up.online', 'wise-up', 'wise-up-online', 'wiseup-online'])(
    'accept the brand name %s',
    async (brand) => {
      expect((await get(`regions?brand=${brand}&country=PE`)).json['regions']).toHaveLength(2);
    },
  );

  test('return an empty list without a match', async () => {
    expect((await get('regions?brand=meusucesso&country=BR')).json).toEqual({ regions: [] });
    expect((await get('units?brand=wise-up&country=BR&region=RJ&city=Atlantis')).json).toEqual({ units: [] });
  });

  test.each([
    ['regions?brand=no-such-brand&country=BR', 404, 'brand-not-found'],
    ['regions?brand=wise-up&country=US', 422, 'fields-invalid'],
    ['regions?brand=wise-up', 422, 'fields-invalid'],
    ['cities?brand=wise-up&country=BR', 422, 'fields-invalid'],
    ['units?brand=wise-up&country=BR&region=SP&city=', 422, 'fields-invalid'],
    ['units?brand=wise-up&country=BR&region=SP&city=Campinas&page=2', 422, 'fields-invalid'],
  ])('%s is refused with %i', async (path, status, code) => {
    const answer = await get(path);
    expect([answer.status, answer.json['code']]).toEqual([status, code]);
  });

  test('are in the OpenAPI document', async () => {
    const { json } = await world.newBuyer().call('GET', '/api/openapi.json');
    const paths = Object.keys(json['paths'] as object);
    expect(paths).toEqual(
      expect.arrayContaining(['regions', 'cities', 'units'].map((name) => `/api/v1/franchises/${name}`)),
    );
  });
});
