import { describe, expect, test } from 'vitest';
import { acceptsEncoding } from './accepts-encoding.ts';

describe('a packed answer', () => {
  test.each([
    'br',
    'gzip, deflate, br',
    'br;q=1.0, gzip;q=0.5',
    'GZIP , BR',
    'br ; q=0.001',
    'br;q=0.'.replace('0.', '1'),
  ])('is read by whoever says “%s”', (accepted) => expect(acceptsEncoding(accepted, 'br')).toBe(true));

  test.each([undefined, '', 'gzip', 'br;q=0', 'gzip, br;q=0.000', 'br;q=x', 'br;q=-1', 'br;q=', 'x-br', 'brotli', '*'])(
    'is not sent to whoever says “%s”',
    (accepted) => expect(acceptsEncoding(accepted, 'br')).toBe(false),
  );
});
