import { describe, expect, test } from 'vitest';
import { railServer } from './rail.server.ts';
import { readShownSlip } from './slip-instructions.ts';

const buyer = { name: 'Ana Souza', email: 'ana@example.com', phone: '+5511987654321' };
const read = (fields: Record<string, string>) =>
  railServer.readDetails({ fields, market: 'BR', buyer, now: new Date('2026-11-16T12:00:00Z') });

describe('slip details', () => {
  test('name the payer on paper', () => {
    expect(read({ document: '529.982.247-25' })).toEqual({
      ok: true,
      value: {
        payer: { ...buyer, document: { type: 'cpf', number: '52998224725' } },
        details: {},
        kept: { payerName: 'Ana Souza', payerDocument: '52998224725' },
      },
    });
  });

  test('carry an address when the product asks for one', () => {
    const result = read({
      document: '52998224725',
      addressLine1: 'Rua das Flores',
      city: 'São Paulo',
      state: 'SP',
      other: 'x',
    });
    expect(result).toMatchObject({
      ok: true,
      value: { payer: { address: { addressLine1: 'Rua das Flores', city: 'São Paulo', state: 'SP' } } },
    });
    expect(result.ok && Object.keys(result.value.payer.address ?? {})).toEqual(['addressLine1', 'city', 'state']);
  });

  test('refuse a payer without a good document', () => {
    expect(read({})).toEqual({ ok: false, error: { document: 'validation.required' } });
    expect(read({ document: '123' })).toEqual({ ok: false, error: { document: 'validation.registry' } });
  });
});

describe('slip due date', () => {
  const due = (now: string) => railServer.expiresAt(new Date(now), 'BR').toISOString();

  test('is the end of the third business day in Brazil', () => {
    // Monday 16 November 2026; Friday the 20th is a holiday.
    expect(due('2026-11-16T12:00:00Z')).toBe('2026-11-20T02:59:59.999Z');
    expect(due('2026-11-17T12:00:00Z')).toBe('2026-11-24T02:59:59.999Z');
  });

  test('counts from the local day, not the UTC one', () => {
    // 23:30 of the 16th in São Paulo is already the 17th in UTC.
    expect(due('2026-11-17T02:30:00Z')).toBe('2026-11-20T02:59:59.999Z');
  });
});

describe('slip screens', () => {
  const barcode = '23791130400001140001234090000000000100056789'.padEnd(44, '0').slice(0, 43) + '0';
  const context = {
    amount: { amount: 114_000n, currency: 'BRL' as const },
    expiresAt: new Date('2026-11-24T02:59:59.999Z'),
    market: 'BR' as const,
  };
  const stored = {
    status: 'registered',
    ourNumber: '1',
    bank: '237',
    agency: '1234',
    account: '0056789',
    barcode,
    line: '',
    pix: { txid: 'x', brCode: '000201' },
  };

  test('name who receives, as the bank knows them', async () => {
    const beneficiary = { name: 'Escola Ltda', document: '12345678000195', address: '' };
    const shown = await railServer.present?.({ ...stored, beneficiary }, context);
    expect(shown).toMatchObject({ payee: { name: 'Escola Ltda', document: '12345678000195' } });
    expect(await railServer.present?.(stored, context)).not.toHaveProperty('payee');
  });

  test('show line, bars, due date and the QR of the slip’s Pix', async () => {
    const shown = readShownSlip(JSON.parse(JSON.stringify(await railServer.present?.(stored, context))));
    expect(shown).toMatchObject({ status: 'registered', dueOn: '23/11/2026' });
    expect(shown?.line).toMatch(/^\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14}$/);
    expect(decodeURIComponent(shown?.bars ?? '')).toContain("viewBox='-20 0 445 51'");
    expect(shown?.qr).toMatch(/^data:image/);
    expect(shown?.pixCode).toBe('000201');
  });

  test.each([
    ['pending-registration', 'pending'],
    ['registered', 'registered'],
    ['canceled', 'over'],
    ['refused', 'over'],
    ['paid', 'over'],
  ])('a slip that is %s at the bank is %s', async (status, expected) => {
    expect(await railServer.present?.({ ...stored, status, pix: null }, context)).toMatchObject({
      status: expected,
      qr: null,
    });
  });

  test('a slip without bars is a fault', () => {
    expect(() => railServer.present?.({ ...stored, barcode: '12' }, context)).toThrow(/without its bars/);
  });
});
