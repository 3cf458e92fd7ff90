import { describe, expect, test } from 'vitest';
import { railServer } from './rail.server.ts';

const buyer = { name: 'Ana de Souza', email: 'ana@example.com', phone: '+5511961234567' };
const read = (fields: Record<string, string>) =>
  railServer.readDetails({ fields, market: 'BR', buyer, now: new Date('2026-11-21T12:00:00Z') });

describe('points as a tender', () => {
  test('keep how many and at which rate, and name nobody', () => {
    expect(read({ points: '36480', pointsPerUnit: '32' })).toEqual({
      ok: true,
      value: {
        payer: buyer,
        details: { points: 36_480, pointsPerUnit: 32 },
        kept: { points: 36_480, pointsPerUnit: 32, shown: '36.480' },
      },
    });
  });

  test.each([
    [{}],
    [{ points: '36480' }],
    [{ points: '0', pointsPerUnit: '32' }],
    [{ points: '-1', pointsPerUnit: '32' }],
    [{ points: '1e4', pointsPerUnit: '32' }],
    [{ points: '10000000000', pointsPerUnit: '32' }],
  ])('are refused as %j', (fields) => {
    expect(read(fields)).toEqual({ ok: false, error: { points: 'method.loyalty-points.missing' } });
  });
});
