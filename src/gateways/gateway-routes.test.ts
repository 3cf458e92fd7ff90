import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  checkRoutes,
  type GatewayRoute,
  type KnownGateway,
  readRoutes,
  routeFor,
  defaultRoutesFile,
} from './gateway-routes.server.ts';
import { gatewayFactories } from './registry.server.generated.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'routes-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const gateways = [
  { id: 'one', methods: ['by-hand', 'by-post'], markets: ['BR', 'PE'] },
  { id: 'two', methods: ['by-hand'], markets: ['BR'] },
] as const;
const route = (change: Partial<GatewayRoute> = {}): GatewayRoute => ({
  businesses: 'all',
  market: 'BR',
  methods: ['by-hand'],
  gateways: ['two', 'one'],
  ...change,
});
const problems = (...routes: GatewayRoute[]): string[] =>
  checkRoutes(routes, gateways, new Set(['school', 'other'])).map(({ key, message }) => `${key}: ${message}`);
function read(text: string) {
  const file = path.join(dir, 'routes.json');
  writeFileSync(file, text);
  return readRoutes(file, gateways);
}

describe('routes', () => {
  test('are read from a file, with words for whoever reads it', () => {
    const routes = [{ ...route(), about: 'Everything' }];
    expect(read(JSON.stringify({ routes }))).toEqual({ ok: true, value: routes });
  });

  test.each([
    ['no JSON', '{', ''],
    ['an unknown key', JSON.stringify({ routes: [{ ...route(), gateway: 'one' }] }), 'routes.0'],
    ['an empty list', JSON.stringify({ routes: [{ ...route(), gateways: [] }] }), 'routes.0.gateways'],
    ['a gateway twice', JSON.stringify({ routes: [{ ...route(), gateways: ['one', 'one'] }] }), 'routes.0.gateways'],
    ['another country', JSON.stringify({ routes: [{ ...route(), market: 'AR' }] }), 'routes.0.market'],
  ])('with %s are refused, with the place', (_name, text, key) => {
    expect(read(text)).toMatchObject({ ok: false, error: [{ key }] });
  });

  test('that are not there are refused', () => {
    expect(readRoutes(path.join(dir, 'none.json'), gateways)).toMatchObject({ ok: false });
  });

  test.each<[string, GatewayRoute, string]>([
    ['a stranger', route({ gateways: ['three'] }), 'routes.0.gateways: there is no gateway three'],
    ['a wrong market', route({ market: 'PE' }), 'routes.0.gateways: two does not collect in PE'],
    ['a wrong method', route({ methods: ['by-post'] }), 'routes.0.gateways: two does not collect by-post'],
    ['an unknown seller', route({ businesses: ['nobody'] }), 'routes.0.businesses: nothing is sold by nobody'],
  ])('that name %s are found', (_name, wrong, message) => {
    expect(problems(wrong)).toEqual([message]);
  });

  test('that are never reached are found, also behind one for everybody', () => {
    expect(problems(route({ businesses: ['school'] }), route())).toEqual([]);
    expect(problems(route({ businesses: ['school'] }), route({ businesses: ['other', 'school'] }))).toEqual([
      'routes.1.methods: routes.0 has already said who collects by-hand for school',
    ]);
    expect(problems(route(), route({ businesses: ['other'] }))).toEqual([
      'routes.1.methods: routes.0 has already said who collects by-hand for other',
    ]);
  });

  test('the first line that fits holds', () => {
    const own = route({ businesses: ['school'], gateways: ['one'] });
    const routes = [own, route()];
    expect(routeFor(routes, 'school', 'BR', 'by-hand')).toBe(own);
    expect(routeFor(routes, 'other', 'BR', 'by-hand')).toBe(routes[1]);
    expect(routeFor(routes, 'school', 'PE', 'by-hand')).toBeNull();
    expect(routeFor(routes, 'school', 'BR', 'by-post')).toBeNull();
  });
});

describe('the routes of the repository', () => {
  const factories = Object.values(gatewayFactories);
  const shipped = readRoutes(defaultRoutesFile, factories);

  test('have no mistakes', () => {
    expect(shipped.ok || shipped.error).toBe(true);
  });

  test('say who collects a method of a market that several gateways could, so that no order of ids decides', () => {
    const routes = shipped.ok ? shipped.value : [];
    const known: readonly KnownGateway[] = factories;
    const pairs = known.flatMap(({ markets, methods }) =>
      markets.flatMap((market) => methods.map((method) => ({ market, method }))),
    );
    const contested = pairs.filter(
      ({ market, method }) =>
        known.filter((one) => one.markets.includes(market) && one.methods.includes(method)).length > 1,
    );
    expect(contested.length).toBeGreaterThan(0);
    expect(contested.filter(({ market, method }) => !routeFor(routes, 'anybody', market, method))).toEqual([]);
  });
});
