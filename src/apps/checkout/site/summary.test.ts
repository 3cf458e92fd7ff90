import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { expect, test } from 'vitest';
import type { ComputedQuote } from '#src/domain/checkout/quotes/index.ts';
import { createTranslator } from '#src/ui/words/translator.ts';
import copy from './shell/shell.copy.json' with { type: 'json' };
import { quoteSummary } from './summary.server.ts';

const words = createTranslator(
  'pt-BR',
  Object.fromEntries(Object.entries(copy['pt-BR']).map(([key, text]) => [key, compileMessageOrThrow(text)])),
);
const installment = { count: 2, value: 19_000n, tax: 0n, total: 38_000n, monthlyRate: '0' };
// A plan with a trial, and an addition that is paid now.
const quote = {
  ...{ productCode: 'ms', planId: 'year', planType: 'recurrency', currency: 'BRL' },
  ...{ lines: [], voucher: null, discount: 0n, total: 57_000n, installments: [], methods: [] },
  trial: { amount: 114_000n, firstChargeOn: '2026-11-29' },
} as unknown as ComputedQuote;
const detail = (of: ComputedQuote, installments: ComputedQuote['installments'] | null) =>
  quoteSummary(of, words, 'pt-BR', {
    covered: installments && { parts: [{ label: 'Já recebido', amount: 19_000n }], installments },
  }).detail?.replaceAll('\u00a0', ' ');

test('a summary separates captured and held amounts, and its total is the rest', () => {
  const parts = [
    { label: 'Já recebido', amount: 19_000n },
    { label: 'Já reservado', amount: 9_500n },
  ];
  const { covered, total } = quoteSummary(quote, words, 'pt-BR', { covered: { parts, installments: [] } });
  expect(JSON.stringify({ covered, total }).replaceAll('\u00a0', ' ')).toBe(
    JSON.stringify({
      covered: {
        parts: [
          { label: 'Já recebido', amount: '\u2212R$ 190,00' },
          { label: 'Já reservado', amount: '\u2212R$ 95,00' },
        ],
        rest: 'Falta pagar',
      },
      total: 'R$ 285,00',
    }),
  );
});

test('a summary names the first charge after a trial, however much of the price is paid', () => {
  const charge = 'R$ 1.140,00 a partir de 29/11/2026';
  expect(detail(quote, null)).toBe(charge);
  expect(detail(quote, [])).toBe(charge);
  expect(detail(quote, [installment])).toBe(charge);
});

test('the rest of a price without a trial is split as the rest may be', () => {
  const paid = { ...quote, trial: null };
  expect(detail(paid, [installment])).toBe('ou 2x de R$ 190,00 sem juros');
  expect(detail(paid, [])).toBeUndefined();
});

test('beside what is awaited nothing is said of installments', () => {
  const paid = { ...quote, trial: null, installments: [{ ...installment, count: 12 }] } as unknown as ComputedQuote;
  const said = (isAwaited: boolean) => quoteSummary(paid, words, 'pt-BR', { isAwaited });
  expect(said(false)).toMatchObject({ detail: expect.stringContaining('12x'), isDetailSplit: true });
  expect(said(true)).toMatchObject({ detail: null, isDetailSplit: false });
});
