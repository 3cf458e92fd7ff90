import fc from 'fast-check';
import { hasError, isDynamicPix, parsePix } from 'pix-utils';
import { describe, expect, test } from 'vitest';
import { readLocation, writeDynamicCode } from './br-code.ts';

const payee = { name: 'Escola São João', city: 'São Paulo', postalCode: '01310100', once: true };

describe('a dynamic code', () => {
  test('is read by another program', () => {
    const segment = fc.string({
      unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'),
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(
        segment,
        fc.string({ minLength: 1, maxLength: 40 }).filter((name) => /[a-zA-Z]/.test(name)),
        (token, name) => {
          const location = `127.0.0.1:3002/pix-bank/qr/v2/${token}`;
          const code = writeDynamicCode({ ...payee, name, location });
          const parsed = parsePix(code);
          expect(!hasError(parsed) && isDynamicPix(parsed) ? parsed.url : parsed).toBe(location);
          expect(readLocation(code)).toBe(location);
        },
      ),
    );
  });

  test('with a changed character, or another kind of code, is not taken', () => {
    const code = writeDynamicCode({ ...payee, location: 'bank.example/qr/v2/abc' });
    expect(readLocation(code.replace('Escola', 'Escole'))).toBe('wrong-checksum');
    expect(readLocation(` ${code} `)).toBe('bank.example/qr/v2/abc');
    expect(readLocation(code.slice(0, -4))).toBeNull();
    expect(readLocation('https://bank.example/qr/v2/abc')).toBeNull();
  });
});
