import { describe, expect, test } from 'vitest';
import { collectionMethods } from './collection-methods.ts';
import { rail } from './rail.ts';
import { railServer } from './rail.server.ts';
import { railSample } from './sample.server.ts';

const buyer = { name: 'Ana de Souza', email: 'ana@example.com', phone: '+5511961234567' };
const now = new Date('2026-11-21T12:00:00Z');
const read = (fields: Record<string, string>) => railServer.readDetails({ fields, market: 'BR', buyer, now });

describe('payment at a unit', () => {
  test('each word of the specification has a proof of its own', () => {
    expect(collectionMethods.map(({ method }) => method)).toEqual(rail.methods);
    expect(new Set(collectionMethods.map(({ proofKind }) => proofKind)).size).toBe(rail.methods.length);
  });

  test.each(rail.methods)('by %s is written under that word', (means) => {
    const details = read({ means });
    expect(details).toMatchObject({ ok: true, value: { method: means, kept: { means } } });
  });

  test.each(['', 'pix', 'card'])('by %j is refused', (means) => {
    expect(read({ means })).toEqual({ ok: false, error: { means: 'method.in-person.choice.missing' } });
  });

  test('may be made until the end of the fifth day of the market', () => {
    expect(railServer.expiresAt(now, 'BR').toISOString()).toBe('2026-11-27T02:59:59.999Z');
  });

  test('is shown with code, unit and last day', async () => {
    const shown = await railServer.present?.(railSample.instructions ?? {}, {
      amount: { amount: 114_000n, currency: 'BRL' },
      expiresAt: railServer.expiresAt(now, 'BR'),
      market: 'BR',
    });
    expect(shown).toEqual({
      code: 'BCD-FGH',
      means: 'cash',
      unit: 'Centro',
      address: 'Rua das Flores, 100, Curitiba PR',
      until: '26/11/2026',
    });
  });
});
