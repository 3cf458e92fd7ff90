import { describe, expect, test } from 'vitest';
import { readBrands } from './brands.server.ts';
import { createWebhooks } from './webhooks.server.ts';

const dir = `${import.meta.dirname}/../../brands`;
const sandbox = { origin: 'http://127.0.0.1:1', own: true, port: 1, smtpPort: 2 };
const settings = { appEnv: 'test' as const, sandbox, webhookKey: 'a key of the tests' };
const brands = readBrands(settings, dir);
const webhooks = createWebhooks(brands, settings);
const idsOf = (brand: string, variant: string | null) => webhooks.endpointsOf(brand, variant).map(({ id }) => id);

describe('webhook endpoints', () => {
  test('every brand that sells has a learning platform; a variant may have one of its own', () => {
    for (const { brand, variant } of brands.brands) expect(idsOf(brand, variant)[0]).toMatch(/\/platform$/);
    expect(idsOf('meusucesso', null)).toEqual(['meusucesso/platform']);
    expect(idsOf('meusucesso', 'mz')).toEqual(['meusucesso.mz/platform']);
    expect(idsOf('wise-up', 'online')).toEqual(['wise-up/platform']);
    expect(webhooks.brandsOf('wise-up/platform')).toContain('wise-up.online');
    expect(webhooks.brandsOf('wise-up/platform')).not.toContain('wise-up.peru');
    expect(idsOf('nobody', null)).toEqual([]);
  });

  test('a backend gets the events that the brand’s features name, and no more', () => {
    const backendOf = (brand: string, variant: string | null) =>
      webhooks.endpointsOf(brand, variant).find(({ kind }) => kind === 'backend');
    const payments = ['payment.requested', 'order.paid', 'order.refunded'];
    // An endpoint that got personal data also gets its erasure.
    const erasure = 'person.erased';
    expect([...(backendOf('aprova-total', null)?.types ?? [])]).toEqual(['lead.created', erasure]);
    expect(backendOf('aprova-total', null)).toMatchObject({ wantsDocument: false, lead: { route: 'enem' } });
    expect([...(backendOf('medcof', null)?.types ?? [])]).toEqual(['lead.created', ...payments, erasure]);
    expect(backendOf('medcof', null)).toMatchObject({ wantsDocument: true, lead: { route: 'revalida' } });
    expect([...(backendOf('wise-up', 'executive')?.types ?? [])]).toEqual([...payments, erasure]);
    expect(backendOf('wise-up', 'executive')?.id).toBe('wise-up.executive/backend');
    expect(backendOf('wise-up', 'executive')?.bffIdOf?.('wise-up', 'executive')).toBe('wise-up-executive');
    expect(backendOf('wise-up', 'online')).toBeUndefined();
  });

  test('each has one address and a secret of its own', () => {
    const ids = webhooks.endpoints.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(ids.map((id) => webhooks.secretOf(id, 1))).size).toBe(ids.length);
  });
});

test('outside the test environment no webhook goes to this machine, whatever a brand says', async () => {
  const live = createWebhooks(brands, { ...settings, appEnv: 'homolog' });
  expect(await live.post('http://127.0.0.1:1/school/wise-up/events', '{}', {})).toEqual({ kind: 'forbidden' });
  expect((await webhooks.post('http://127.0.0.1:1/school/wise-up/events', '{}', {})).kind).toBe('not-sent');
  live.close();
  webhooks.close();
});
