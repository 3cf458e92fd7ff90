import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { expect, test } from 'vitest';
import type { Locale } from '#src/kernel/locale/locale.ts';
import type { Plan } from '../../catalog/products/index.ts';
import type { ComputedQuote } from '../../checkout/quotes/index.ts';
import copy from '#src/ui/summary/plan-terms.copy.json' with { type: 'json' };
import { createTranslator } from '#src/ui/words/translator.ts';
import { planIntervalText, planTermsOf, planTermsText } from './plan-terms.ts';

const price = { amount: 114_000n, currency: 'BRL' } as const;
const plan = {
  ...{ price, cycles: 12, planType: 'yearly', trial: null, ticketLot: null },
  installments: { max: 12, minimum: null, free: 12, monthlyRate: '0' },
} as unknown as Plan;
const quote = {
  ...{ lines: [{ kind: 'main', amount: 114_000n }], discount: 0n, total: 114_000n, currency: 'BRL', trial: null },
} as unknown as ComputedQuote;

function say(locale: Locale) {
  const texts = { ...copy['pt-BR'], ...copy[locale] };
  return createTranslator(
    locale,
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compileMessageOrThrow(text)])),
  );
}

function textOf(from: Partial<Plan>, quoted: Partial<ComputedQuote> = {}, locale: Locale = 'pt-BR'): string {
  const terms = planTermsOf({ ...plan, ...from }, { ...quote, ...quoted }, { today: '2026-11-24', everyTerm: false });
  return planTermsText(terms, say(locale), locale).replaceAll('\u00a0', ' ');
}

test('plan terms: a plan that renews has its interval, its months, and when and for how much it renews', () => {
  expect(textOf({})).toBe(
    'Plano anual: 12 meses de acesso. Não renova sozinho: antes de 24/11/2027 enviamos a cobrança de R$ 1.140,00, e você só paga se quiser continuar.',
  );
  expect(textOf({ planType: 'monthly', cycles: 1 })).toMatch(
    /^Plano mensal: 1 mês de acesso\. Não renova sozinho: antes de 24\/12\/2026/,
  );
  expect(textOf({}, {}, 'es-PE')).toMatch(
    /^Plan anual: 12 meses de acceso\. No se renueva solo: antes del 24\/11\/2027/,
  );
});

test('plan terms: a voucher for the first billing period does not change the renewal’s price', () => {
  const lines = [{ kind: 'main', amount: 102_600n }] as unknown as ComputedQuote['lines'];
  expect(textOf({}, { lines, discount: 11_400n, total: 102_600n })).toContain(
    'antes de 24/11/2027 enviamos a cobrança de R$ 1.140,00',
  );
});

test('plan terms: a plan without renewal says that nothing more is charged', () => {
  expect(textOf({ cycles: 18 })).toBe('18 meses de acesso. Não renova: nada mais é cobrado.');
  expect(textOf({ ticketLot: { name: 'Lote 1' } as unknown as Plan['ticketLot'] })).toBe(
    'Ingresso: você paga uma vez, e nada mais é cobrado.',
  );
});

test('plan terms: a price without installments says that all of it is charged at once', () => {
  expect(textOf({ installments: null }, { currency: 'MZN', total: 1_872_000n }, 'pt-MZ')).toContain(
    'Os 18.720,00 MT são cobrados de uma só vez, hoje.',
  );
});

test('plan terms: a trial says what is paid today, and day and amount of the first charge', () => {
  const trial = { amount: 238_800n, firstChargeOn: '2027-02-24' } as unknown as NonNullable<ComputedQuote['trial']>;
  expect(textOf({}, { total: 0n, trial })).toBe(
    'Hoje você não paga nada. A primeira cobrança, de R$ 2.388,00 por 12 meses de acesso, é em 24/02/2027; avisamos antes, e você pode cancelar até lá sem pagar.',
  );
  expect(textOf({}, { total: 9_700n, trial })).toMatch(/^Hoje você paga R\$ 97,00\. A primeira cobrança do plano/);
});

test('plan terms: an authorized renewal is called automatic', () => {
  const terms = planTermsOf(plan, quote, { today: '2026-11-24', everyTerm: false });
  const renewal = terms.renewal && { ...terms.renewal, isAutomatic: true };
  expect(planTermsText({ ...terms, renewal }, say('pt-BR'), 'pt-BR')).toContain(
    'na forma de pagamento que você autorizou',
  );
});

test('plan terms: the interval is named beside the title', () => {
  expect(planIntervalText(plan, say('pt-BR'))).toBe('plano anual');
  expect(planIntervalText({ ...plan, cycles: 18 }, say('pt-BR'))).toBe('18 meses de acesso');
});
