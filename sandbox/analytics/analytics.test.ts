import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxSecrets } from '../accounts.server.ts';
import { openSandboxWorld, type SandboxWorld } from '#tests/gateways/suite/sandbox-world.server.ts';

let stage: SandboxWorld;
beforeAll(async () => {
  stage = await openSandboxWorld();
});
afterAll(() => stage.close());

const secret = sandboxSecrets.analytics?.commonSecret ?? '';

async function collect(body: unknown, query: Record<string, string> = {}): Promise<number> {
  const asked = new URLSearchParams({ measurement_id: 'G-TEST0001', api_secret: secret, ...query });
  const answer = await fetch(`${stage.world.origin}/mp/collect?${asked.toString()}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.status;
}
const event = (name: string, params: object) => ({
  client_id: '1.1795262400',
  timestamp_micros: 1_795_262_400_000_000,
  events: [{ name, params }],
});
async function kept(): Promise<string[]> {
  const { json } = await stage.ask('GET', '/sandbox/analytics.json');
  const { events }: { events: { name: string; params: { transaction_id?: string } }[] } = JSON.parse(
    JSON.stringify(json),
  );
  return events.map(({ name, params }) => `${name} ${params.transaction_id ?? ''}`.trim());
}

test('the collector answers everything alike, and keeps what it can read and knows', async () => {
  expect(await collect(event('purchase', { transaction_id: 'ord_1' }))).toBe(204);
  expect(await collect(event('purchase', { transaction_id: 'ord_1' }))).toBe(204);
  expect(await collect(event('purchase', { transaction_id: 'ord_2' }))).toBe(204);
  expect(await collect(event('begin_checkout', {}))).toBe(204);
  expect(await collect(event('begin_checkout', {}))).toBe(204);
  expect(await collect(event('purchase', { transaction_id: 'ord_3' }), { api_secret: 'wrong' })).toBe(204);
  expect(await collect(event('purchase', { transaction_id: 'ord_3' }), { measurement_id: 'UA-1' })).toBe(204);
  expect(await collect({ events: [] })).toBe(204);
  const wanted = ['purchase ord_1', 'purchase ord_2', 'begin_checkout', 'begin_checkout'];
  expect(await kept()).toEqual(wanted);
  await stage.restart();
  expect(await kept()).toEqual(wanted);
});

test('the container is a script that any page may load', async () => {
  const answer = await fetch(`${stage.world.origin}/gtm.js?id=GTM-TEST`);
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(answer.headers.get('content-type')).toContain('text/javascript');
  expect((await answer.text()).trim()).toMatch(/^\(\(\) => \{.*\}\)\(\);$/s);
});
