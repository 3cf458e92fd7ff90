import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromValor, toValor } from './api-pix-money.ts';
import { isReturnable, objectionToChange, objectionToRecAmounts, returnFits } from './api-pix.rules.ts';
import { cobvRequest, expiracao, idRec, receivedPix, returnId, valorAboveZero } from './api-pix.schemas.ts';

const minor = fc.bigInt({ min: 1n, max: 999_999_999_999n });

describe('the norm’s money', () => {
  test('is read back as it was written, for any amount', () => {
    fc.assert(
      fc.property(minor, (amount) => {
        const text = toValor(amount);
        expect(valorAboveZero.safeParse(text).success).toBe(true);
        expect(fromValor(text)).toBe(amount);
      }),
    );
  });

  test.each(['0.00', '10', '10.0', '10,00', '-1.00', '12345678901.00', ' 1.00', ''])('%j is no value', (text) => {
    expect(valorAboveZero.safeParse(text).success).toBe(false);
  });
});

describe('giving back', () => {
  test('in any parts, as long as they come to no more than was paid', () => {
    fc.assert(
      fc.property(minor, fc.array(minor, { maxLength: 6 }), minor, (paid, done, next) => {
        const sum = done.reduce((total, one) => total + one, next);
        expect(returnFits(toValor(paid), done.map(toValor), toValor(next))).toBe(sum <= paid);
      }),
    );
    expect(returnFits('100.00', ['60.00'], '40.00')).toBe(true);
    expect(returnFits('100.00', [], '0.00')).toBe(false);
  });

  test('for ninety days', () => {
    const paidAt = new Date('2026-01-01T00:00:00Z');
    expect(isReturnable(paidAt, new Date('2026-04-01T00:00:00Z'))).toBe(true);
    expect(isReturnable(paidAt, new Date('2026-04-01T00:00:01Z'))).toBe(false);
  });
});

describe('ids and defaults', () => {
  test('of recurrences and returns', () => {
    expect(
      ['RR1234567820240115abcdefghijk', 'RN1234567820240115abcdefghijk'].map((id) => idRec.safeParse(id).success),
    ).toEqual([true, true]);
    for (const id of ['RX1234567820240115abcdefghijk', 'RR1234567820240115abcdefghij', 'RR1234567820240115abcdefghij-'])
      expect(idRec.safeParse(id).success).toBe(false);
    expect(returnId.safeParse('a'.repeat(36)).success).toBe(false);
  });

  test('a charge lives a day when nobody says how long', () => {
    expect(expiracao.parse(undefined)).toBe(86_400);
    expect(expiracao.parse(1_800)).toBe(1_800);
    expect(expiracao.safeParse(0).success).toBe(false);
    expect(expiracao.safeParse(1.5).success).toBe(false);
  });
});

describe('what a bank would refuse', () => {
  test('is a change of what is not open, and two kinds of amount at once', () => {
    expect(objectionToChange('ATIVA')).toBeNull();
    expect(objectionToChange('REMOVIDA_PELO_PSP')).toBe('CobOperacaoInvalida');
    expect(objectionToRecAmounts({ valorRec: '1.00' })).toBeNull();
    expect(objectionToRecAmounts({ valorMinimoRecebedor: '1.00' })).toBeNull();
    expect(objectionToRecAmounts({ valorRec: '1.00', valorMinimoRecebedor: '1.00' })).toBe('RecOperacaoInvalida');
  });

  test('is a discount by fixed dates that names a percentage, or a debtor without a document', () => {
    const request = {
      calendario: { dataDeVencimento: '2026-12-01' },
      devedor: { nome: 'Ana', cpf: '12345678909' },
      valor: {
        original: '10.00',
        desconto: { modalidade: 1, descontoDataFixa: [{ data: '2026-11-30', valorPerc: '1.00' }] },
      },
      chave: 'key',
    };
    expect(cobvRequest.safeParse(request).success).toBe(true);
    const both = {
      ...request,
      valor: { ...request.valor, desconto: { ...request.valor.desconto, valorPerc: '1.00' } },
    };
    expect(cobvRequest.safeParse(both).success).toBe(false);
    expect(cobvRequest.safeParse({ ...request, devedor: { nome: 'Ana' } }).success).toBe(false);
  });
});

test('a lone return in a message is a list of one', () => {
  const back = { id: '1', rtrId: 'D'.repeat(32), valor: '1.00', horario: {}, status: 'DEVOLVIDO' };
  const pix = { endToEndId: 'E'.repeat(32), valor: '1.00', horario: '2026-01-01T00:00:00Z', devolucoes: back };
  expect(receivedPix.parse(pix).devolucoes).toEqual([back]);
});
