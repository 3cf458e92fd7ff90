import fc from 'fast-check';
import { hasError, parsePix } from 'pix-utils';
import { describe, expect, test } from 'vitest';
import { twoDecimals } from '#src/kernel/money/decimal.ts';
import { buildBrCode } from './br-code.build.ts';
import type { BrCodeParts } from './br-code.build.ts';
import { crc16 } from './br-code.crc.ts';
import { asciiText, isChargeTxid, isDescription, isLocation, isStaticTxid } from './br-code.limits.ts';
import { readTlv, writeTlv } from './br-code.tlv.ts';
import { readBrCode } from './br-code.ts';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const word = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...letters), minLength, maxLength });
const location = word(20, 60).map((path) => `psp.example.com/${path}`);
const common = { name: word(1, 25), city: word(1, 15) };
const anyParts: fc.Arbitrary<BrCodeParts> = fc.oneof(
  fc.record(
    {
      type: fc.constant('static' as const),
      ...common,
      key: word(1, 30),
      txid: word(1, 25),
      description: word(1, 20),
      amount: fc.bigInt({ min: 1n, max: 10n ** 12n - 1n }),
    },
    { requiredKeys: ['type', 'name', 'city', 'key'] },
  ),
  fc.record(
    {
      type: fc.constant('dynamic' as const),
      ...common,
      location,
      oneTime: fc.boolean(),
      recurrenceLocation: location,
      postalCode: fc.constant('01310100'),
    },
    { requiredKeys: ['type', 'name', 'city', 'location'] },
  ),
  fc.record({ type: fc.constant('recurrence' as const), ...common, recurrenceLocation: location }),
);

function built(parts: BrCodeParts): string {
  const code = buildBrCode(parts);
  if (!code.ok) throw new Error(code.error);
  return code.value;
}

const dynamic: BrCodeParts = { type: 'dynamic', name: 'Ana', city: 'Recife', location: 'psp.example.com/qr/1' };

describe('a code that we write', () => {
  test('is read back as it was written', () => {
    fc.assert(
      fc.property(anyParts, (parts) => {
        const code = readBrCode(built(parts));
        const { type, name, city, recurrenceLocation, ...own } = { txid: '***', ...parts };
        const { amount, oneTime, ...same } = { amount: undefined, oneTime: false, ...own };
        expect(code).toMatchObject({ valid: true, crcOk: true, tlvOk: true, txidOk: true, kind: type, ...same });
        expect(code).toMatchObject({ merchantName: name, merchantCity: city, recurrenceLocation });
        expect(code.pointOfInitiation).toBe(oneTime ? '12' : undefined);
        expect(code.amount).toBe(amount === undefined ? undefined : twoDecimals(amount));
      }),
    );
  });

  test('is taken by another reader', () => {
    fc.assert(fc.property(anyParts, (parts) => !hasError(parsePix(built(parts)))));
  });

  test('loses its accents and nothing else', () => {
    const code = readBrCode(built({ ...dynamic, name: 'Escola São João', city: 'Belém' }));
    expect(code).toMatchObject({ merchantName: 'Escola Sao Joao', merchantCity: 'Belem' });
    expect(asciiText('Ação ✓ ½')).toBe('Acao');
  });

  test.each([
    [{ ...dynamic, name: '' }, 'name-invalid'],
    [{ ...dynamic, name: 'x'.repeat(26) }, 'name-invalid'],
    [{ ...dynamic, city: 'x'.repeat(16) }, 'city-invalid'],
    [{ ...dynamic, amount: 0n }, 'amount-invalid'],
    [{ ...dynamic, amount: 10n ** 12n }, 'amount-invalid'],
    [{ ...dynamic, postalCode: '01310-100' }, 'postal-code-invalid'],
    [{ ...dynamic, location: 'https://psp.example.com/qr/1' }, 'location-invalid'],
    [{ ...dynamic, location: `psp.example.com/${'x'.repeat(80)}` }, 'location-invalid'],
    [{ ...dynamic, recurrenceLocation: 'no path' }, 'recurrence-location-invalid'],
    [{ type: 'static', name: 'Ana', city: 'Recife', key: 'a b' }, 'key-invalid'],
    [{ type: 'static', name: 'Ana', city: 'Recife', key: 'k', txid: 'a-b' }, 'txid-invalid'],
    [{ type: 'static', name: 'Ana', city: 'Recife', key: 'k', fss: '1' }, 'fss-invalid'],
    [
      { type: 'static', name: 'Ana', city: 'Recife', key: 'k'.repeat(60), description: 'x'.repeat(20) },
      'description-invalid',
    ],
  ] as const)('%o is refused', (parts, problem) => {
    expect(buildBrCode(parts)).toEqual({ ok: false, error: problem });
  });
});

describe('a code that we are given', () => {
  const code = built({ ...dynamic, oneTime: true });
  const sealed = (body: string) => `${body}6304${crc16(`${body}6304`)}`;

  test('any one changed character is noticed', () => {
    fc.assert(
      fc.property(fc.nat(code.length - 1), fc.constantFrom(...'0123456789AZ'), (at, other) => {
        fc.pre(code[at] !== other);
        expect(readBrCode(`${code.slice(0, at)}${other}${code.slice(at + 1)}`).valid).toBe(false);
      }),
    );
  });

  test('a right CRC does not make up for a wrong length', () => {
    const body = code.slice(0, -8);
    const broken = readBrCode(sealed(body.replace('62070503***', '62080503***')));
    expect(broken).toMatchObject({ valid: false, crcOk: true, tlvOk: false });
    expect(readBrCode(sealed(body.replace('62070503***', '62070502***')))).toMatchObject({
      valid: false,
      crcOk: true,
      tlvOk: false,
    });
    expect(readBrCode(sealed(body.replace('5303986', '53039865303986')))).toMatchObject({
      valid: false,
      crcOk: true,
      tlvOk: false,
    });
  });

  test.each([
    ['another currency', '5303986', '5303840'],
    ['another country', '5802BR', '5802PE'],
    ['another format', '000201', '000202'],
    ['another scheme', 'br.gov.bcb.pix', 'br.gov.bcb.piy'],
    ['no name', '5903Ana', ''],
    ['no city', '6006Recife', ''],
    ['a bad category', '52040000', '5204000x'],
  ])('%s is refused', (_, from, to) => {
    expect(readBrCode(sealed(code.slice(0, -8).replace(from, to)))).toMatchObject({ valid: false, crcOk: true });
  });

  test('the CRC comes last and is in capital letters', () => {
    expect(readBrCode(`${code}x`).valid).toBe(false);
    expect(readBrCode(code.slice(0, -8)).valid).toBe(false);
    const lower = code.slice(0, -4) + code.slice(-4).toLowerCase();
    expect(readBrCode(lower).valid).toBe(lower === code);
  });

  test('text of any kind is read without harm', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => !readBrCode(text).valid));
    expect(readBrCode('0'.repeat(1_000_000)).valid).toBe(false);
  });

  test('a txid outside letters and digits is flagged, not refused', () => {
    const body = code.slice(0, -8).replace('62070503***', '62070503a-b');
    expect(readBrCode(sealed(body))).toMatchObject({ valid: true, txidOk: false, txid: 'a-b' });
  });
});

describe('pieces', () => {
  test('CRC-16/CCITT-FALSE', () => {
    expect(crc16('123456789')).toBe('29B1');
    expect(crc16('')).toBe('FFFF');
  });

  test('objects: whole, twice, cut off', () => {
    expect([...readTlv('000201011').fields]).toEqual([['00', '01']]);
    expect(readTlv('000201011').whole).toBe(false);
    expect(readTlv('00020100020x').whole).toBe(false);
    expect(readTlv('').whole).toBe(true);
    expect(writeTlv('59', 'ção')).toBe('5903ção');
    expect(writeTlv('59', '')).toBe('');
    expect(() => writeTlv('59', 'x'.repeat(100))).toThrow(RangeError);
  });

  test('limits', () => {
    expect(isStaticTxid('')).toBe(false);
    expect(isChargeTxid('a'.repeat(26))).toBe(true);
    expect(isChargeTxid('a'.repeat(36))).toBe(false);
    expect(isLocation('127.0.0.1:3002/pix-bank/qr/1')).toBe(true);
    expect(isDescription('x'.repeat(72), 'k')).toBe(true);
    expect(isDescription('x'.repeat(73), 'k')).toBe(false);
  });
});
