import { describe, expect, test } from 'vitest';
import { readEnv } from '../../server/env.server.ts';

// The thumbprint of RFC 7638, 3.1.
const pin = 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs';
const other = `${'A'.repeat(42)}Q`;

function pinsOf(text: string | undefined): readonly string[] | null | 'refused' {
  const read = readEnv({ APP_ENV: 'test', ACQUIRER_KEY_PINS: text });
  if (read.ok) return read.value.companies['test-acquirer'].keyPins;
  expect(read.error.map(({ variable }) => variable)).toEqual(['ACQUIRER_KEY_PINS']);
  return 'refused';
}

describe('ACQUIRER_KEY_PINS', () => {
  test('names the keys that cards may be encrypted with: one, or two while the acquirer changes its key', () => {
    expect(pinsOf(pin)).toEqual([pin]);
    expect(pinsOf(` ${pin} , ${other}`)).toEqual([pin, other]);
    expect(pinsOf(undefined)).toBeNull();
    expect(pinsOf(' ')).toBeNull();
  });

  test.each([
    'AAAA',
    `${pin}=`,
    `${pin},`,
    `sha256-${pin}`,
    `${'A'.repeat(42)}B`,
    `${pin.slice(0, 42)} `,
    'a'.repeat(100_000),
    Array.from({ length: 11 }, () => pin).join(','),
  ])('refuses %s', (text) => expect(pinsOf(text)).toBe('refused'));
});
