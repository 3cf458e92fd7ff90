import { describe, expect, test } from 'vitest';
import type { AttemptView, Order } from '#src/domain/orders/index.ts';
import { railDocuments } from './documents.server.ts';
import { bankBoxes, formWidth, receiptBoxes } from './slip-layout.ts';
import { buildSlipBarcode } from './slip-barcode.ts';
import { bankCodeOf, slipDocument } from './slip-document.ts';

const built = buildSlipBarcode({
  bank: '237',
  due: '2026-11-25',
  amount: 114_000n,
  freeField: '1234090000000012300567890',
});
if (!built.ok) throw new Error('The example has no bars');

const attempt: AttemptView = {
  id: 'att_1',
  rail: 'bank-slip',
  method: 'bankslip',
  state: 'awaiting-buyer',
  amount: 114_000n,
  currency: 'BRL',
  installments: 1,
  kept: { payerName: 'Ana Souza', payerDocument: '52998224725' },
  instructions: {
    status: 'registered',
    barcode: built.value,
    ourNumber: '123',
    agency: '1234',
    account: '0056789',
    wallet: '09',
    pix: { txid: 'x', brCode: '000201ABC' },
  },
  nextAction: null,
  declineCode: null,
  expiresAt: new Date('2026-11-26T02:59:59.999Z'),
  createdAt: new Date('2026-11-21T01:00:00Z'),
};
const order: Order = {
  id: 'ord_1',
  number: 1042n,
  reference: 'BCD-FGH',
  sessionId: 'ses_1',
  leadId: 'led_1',
  quoteId: 'quo_1',
  brand: 'wise-up',
  variant: null,
  business: 'wiseup-online',
  productCode: 'p',
  planId: 'plan',
  market: 'BR',
  locale: 'pt-BR',
  currency: 'BRL',
  total: 114_000n,
  received: 0n,
  returned: 0n,
  state: 'open',
  createdAt: attempt.createdAt,
  paidAt: null,
};
const input = { attempt, order, description: 'Inglês online', sellerName: 'Escola Modelo Ltda' };

test.each([
  ['001', '001-9'],
  ['033', '033-7'],
  ['104', '104-0'],
  ['237', '237-2'],
  ['341', '341-7'],
  ['756', '756-0'],
])('the bank %s is printed %s', (bank, printed) => expect(bankCodeOf(bank)).toBe(printed));

describe('a slip on paper', () => {
  test('says what both parts need, in São Paulo dates', () => {
    expect(slipDocument(input)).toMatchObject({
      bankCode: '237-2',
      ourNumber: '009/00000000123-9',
      dueOn: '25/11/2026',
      issuedOn: '20/11/2026',
      documentNumber: 'BCD-FGH',
      amount: '1.140,00',
      beneficiary: { name: 'Escola Modelo Ltda' },
      payer: { name: 'Ana Souza', document: '529.982.247-25' },
    });
  });

  test('says what being late costs, where the slip has that, and still is printed', async () => {
    expect(slipDocument(input)?.instructions.join(' ')).not.toMatch(/multa|juros/);
    const late = {
      ...input,
      attempt: { ...attempt, kept: { ...attempt.kept, late: { fine: '2.00', monthlyInterest: '1.00' } } },
    };
    expect(slipDocument(late)?.instructions).toEqual(
      expect.arrayContaining([
        'Após o vencimento: multa de 2,00% e juros de 1,00% ao mês, por dia.',
        'Não receber depois de 30 dias do vencimento.',
      ]),
    );
    const [document] = railDocuments;
    expect((await document?.render(late))?.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('its boxes fill the form and never overlap', () => {
    const slip = slipDocument(input);
    if (!slip) throw new Error('no paper');
    for (const boxes of [receiptBoxes(slip), bankBoxes(slip)]) {
      for (const [index, box] of boxes.entries()) {
        expect(box.x + box.width).toBeLessThanOrEqual(formWidth);
        for (const other of boxes.slice(index + 1)) {
          const apart =
            box.x + box.width <= other.x ||
            other.x + other.width <= box.x ||
            box.y + box.height <= other.y ||
            other.y + other.height <= box.y;
          expect(apart, `${box.label} and ${other.label}`).toBe(true);
        }
      }
      const area = boxes.reduce((sum, box) => sum + box.width * box.height, 0);
      expect(area).toBe(formWidth * Math.max(...boxes.map((box) => box.y + box.height)));
    }
  });
});

describe('the PDF', () => {
  const [document] = railDocuments;

  test('is tagged, in Portuguese, and names its pictures', async () => {
    const pdf = (await document?.render(input))?.toString('latin1') ?? '';
    expect(pdf).toMatch(/^%PDF-1\.7/);
    expect(pdf).toContain('/Lang (pt-BR)');
    expect(pdf).toContain('/StructTreeRoot');
    expect(pdf).toContain('/Marked true');
    expect(pdf.match(/\/Alt \(/g)).toHaveLength(2);
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  });

  test('is there only while the slip may be paid', () => {
    expect(document?.isReady(attempt)).toBe(true);
    for (const state of ['captured', 'expired', 'voided', 'failed', 'declined'] as const)
      expect(document?.isReady({ ...attempt, state })).toBe(false);
    expect(document?.isReady({ ...attempt, instructions: null })).toBe(false);
  });
});
