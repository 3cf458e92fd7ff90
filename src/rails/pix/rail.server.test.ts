import { describe, expect, test } from 'vitest';
import { railServer } from './rail.server.ts';
import { railSample } from './sample.server.ts';

const now = new Date('2026-11-20T22:30:00Z');
const buyer = { name: 'Ana Souza', email: 'ana@example.com', phone: '+5511987654321' };
const read = (document?: string) =>
  railServer.readDetails({ fields: document === undefined ? {} : { document }, market: 'BR', buyer, now });

describe('pix details', () => {
  test('take a CPF with or without its mask', () => {
    for (const typed of ['529.982.247-25', '52998224725', ' 529.982.247-25 ']) {
      expect(read(typed)).toEqual({
        ok: true,
        value: { payer: { ...buyer, document: { type: 'cpf', number: '52998224725' } }, details: {}, kept: {} },
      });
    }
  });

  test('take a CNPJ, also one with letters', () => {
    const result = read('12.abc.345/01de-35');
    expect(result).toMatchObject({
      ok: true,
      value: { payer: { document: { type: 'cnpj', number: '12ABC34501DE35' } } },
    });
  });

  test('say what is wrong beside the field', () => {
    expect(read()).toEqual({ ok: false, error: { document: 'validation.required' } });
    expect(read('   ')).toEqual({ ok: false, error: { document: 'validation.required' } });
    for (const wrong of ['111.111.111-11', '529.982.247-24'])
      expect(read(wrong)).toEqual({ ok: false, error: { document: 'validation.registry-cpf' } });
    for (const wrong of ['abc', '0'.repeat(10_000)])
      expect(read(wrong)).toEqual({ ok: false, error: { document: 'validation.registry' } });
  });
});

describe('pix screens', () => {
  test('the code lives for thirty minutes', () => {
    expect(railServer.expiresAt(now, 'BR').toISOString()).toBe('2026-11-20T23:00:00.000Z');
  });

  test('show the code, its picture and the end in São Paulo time', async () => {
    const context = {
      amount: { amount: 114_000n, currency: 'BRL' as const },
      expiresAt: new Date('2026-11-21T02:10:00Z'),
      market: 'BR' as const,
    };
    const shown = await railServer.present?.({ brCode: '000201010212ABC', txid: 'x' }, context);
    expect(shown).toMatchObject({ code: '000201010212ABC', expiresOn: '20/11/2026', expiresTime: '23:10' });
    expect(JSON.parse(JSON.stringify(shown))).toEqual(shown);
  });

  test('name who receives: as the account says, else as the code does', async () => {
    const context = { amount: { amount: 1n, currency: 'BRL' as const }, expiresAt: now, market: 'BR' as const };
    const payee = { name: 'Escola Ltda', document: '12345678000195' };
    expect(await railServer.present?.({ brCode: '000201', payee }, context)).toMatchObject({ payee });
    const { instructions } = railSample;
    const shown = await railServer.present?.(instructions ?? {}, context);
    expect(shown).toMatchObject({ payee: { name: 'Matricula Exemplo SA', document: null } });
  });

  test('a charge without a code is a fault, not an empty picture', () => {
    const context = { amount: { amount: 1n, currency: 'BRL' as const }, expiresAt: now, market: 'BR' as const };
    expect(() => railServer.present?.({ txid: 'x' }, context)).toThrow(/without its code/);
  });
});
