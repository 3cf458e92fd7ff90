import type { Brand } from '#src/branding/index.ts';
import type { AttemptView, Order } from '#src/domain/orders/index.ts';
import type { Quote } from '#src/domain/quotes/index.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import { createTranslator } from '#src/ui/words/translator.ts';
import { readBrandParts } from './brand-parts.server.ts';
import { buyerPageLetter } from '#src/apps/worker/letters/kinds/buyer-page.ts';
import { orderPaidLetter } from '#src/apps/worker/letters/kinds/order-paid.ts';
import { orderRefundedLetter } from '#src/apps/worker/letters/kinds/order-refunded.ts';
import { orderUnderpaidLetter } from '#src/apps/worker/letters/kinds/order-underpaid.ts';
import { orderUndoneLetter } from '#src/apps/worker/letters/kinds/order-undone.ts';
import { orderWithdrawnLetter } from '#src/apps/worker/letters/kinds/order-withdrawn.ts';
import { paymentInstructionsLetter } from '#src/apps/worker/letters/kinds/payment-instructions.ts';
import { renewalDueLetter } from '#src/apps/worker/letters/kinds/renewal-due.ts';
import { recoveryLetter } from '#src/apps/worker/letters/kinds/recovery.ts';
import { resumeLetter } from '#src/apps/worker/letters/kinds/resume.ts';
import { surplusReturnedLetter } from '#src/apps/worker/letters/kinds/surplus-returned.ts';
import { type NoticeFacts, subscriptionNoticeLetter } from '#src/apps/worker/letters/kinds/subscription-notice.ts';
import type { Letter } from '#src/apps/worker/letters/letter.types.ts';
import { letterDesk, type LetterDesk } from '#src/apps/worker/letters/letter-desk.ts';
import { readTokenValues } from '#src/apps/worker/letters/look.ts';
import { renderHtml } from '#src/apps/worker/letters/render-html.ts';

const { brands, words, themes } = readBrandParts();
export const accessUrl = `https://pay.example/access?t=${'k'.repeat(43)}`;
export const myPageUrl = 'https://pay.example/my-purchases/pag_1?product=wup&t=x';
export const withdrawUrl = 'https://pay.example/withdraw/ord_1?product=wup&t=x';
export const orderUrl = 'https://pay.example/success?product=wup&seller=ana';
export const line = '23793.38128 60007.827136 95000.063305 9 75520000114000';
export const slipPixCode = '00020126330014br.gov.bcb.pix';

/** One buyer in each market, with what the letter must then say. */
export const places = [
  {
    locale: 'pt-BR',
    market: 'BR',
    brandId: 'wise-up.online',
    currency: 'BRL',
    paid: /R\$\u00a01\.140,00/,
    day: '21/11/2026 09:30',
  },
  {
    locale: 'pt-MZ',
    market: 'MZ',
    brandId: 'meusucesso.mz',
    currency: 'MZN',
    paid: /1\.140,00 MT/,
    day: '21/11/2026 14:30',
  },
  {
    locale: 'es-PE',
    market: 'PE',
    brandId: 'meusucesso',
    currency: 'PEN',
    paid: /S\/\u00a01,140\.00/,
    day: '21/11/2026 07:30',
  },
] as const;
type Place = (typeof places)[number];

function brandBy(id: string): Brand {
  const brand = brands.byId.get(id);
  if (!brand) throw new Error(id);
  return brand;
}

function orderIn({ market, locale, currency }: Place): Order {
  return {
    ...{ id: 'ord_1', number: 1042n, reference: 'BCD-FGH', sessionId: 'ses_1', leadId: 'led_1' },
    ...{ quoteId: 'quo_1', brand: 'b', variant: null },
    ...{
      business: 'b',
      productCode: 'p',
      planId: 'plan',
      market,
      locale,
      currency,
      total: 114_000n,
      received: 100_000n,
      returned: 0n,
    },
    ...{ state: 'paid', createdAt: new Date('2026-11-21T12:00:00Z'), paidAt: new Date('2026-11-21T12:30:00Z') },
  };
}

function quoteOf(currency: Currency, title: string): Quote {
  return {
    ...{ id: 'quo_1', sessionId: 'ses_1', productCode: 'p', planId: 'plan', planType: 'yearly', currency, methods: [] },
    lines: [{ kind: 'main', productCode: 'p', planId: 'plan', title, standardAmount: 126_000n, amount: 114_000n }],
    ...{ voucher: 'BEMVINDO', discount: 12_000n, total: 114_000n, expiresAt: new Date(0) },
    installments: [{ count: 12, value: 10_500n, tax: 12_000n, total: 126_000n, monthlyRate: '0.0199' }],
  };
}

export function attemptBy(rail: string, change: Partial<AttemptView> = {}): AttemptView {
  return {
    ...{
      id: 'att_1',
      rail,
      method: rail,
      state: 'captured',
      amount: 114_000n,
      currency: 'BRL',
      installments: 1,
      kept: {},
    },
    ...{ instructions: null, nextAction: null, declineCode: null, createdAt: new Date(0) },
    expiresAt: new Date('2026-11-26T02:59:59.999Z'),
    ...change,
  };
}

interface Wish {
  readonly buyerName?: string;
  readonly product?: string;
  readonly payments?: Parameters<typeof orderPaidLetter>[1]['payments'];
  readonly places?: Parameters<typeof orderPaidLetter>[1]['places'];
}

/** One letter of each kind for a place. */
export function lettersFor(
  place: Place,
  { buyerName = 'Maria da Silva', product = 'Inglês Online', payments, places: named = [] }: Wish = {},
): Record<string, Letter> {
  const { locale, currency, brandId } = place;
  const brand = brandBy(brandId);
  const t = createTranslator(
    locale,
    words.wordsFor({ brand: brand.brand, variant: brand.variant }, locale, ['letter.', 'method.']),
  );
  const desk = letterDesk({
    t,
    locale,
    brand,
    currency,
    buyerName,
    buyerEmail: 'maria@example.com',
    product,
    orderReference: 'BCD-FGH',
  });
  const order = orderIn(place);
  const bill = {
    ...{ amount: desk.money(114_000n), due: '28/11/2026', from: '28/11/2026', to: '27/11/2027' },
    ...{ payUrl: orderUrl, last: null },
  };
  const receipt = {
    ...{ order, quote: quoteOf(currency, product), places: named, accessUrl, myPageUrl },
    payments: payments ?? [{ attempt: attemptBy('pix'), amount: 114_000n }],
    withdrawUrl: place.market === 'BR' ? withdrawUrl : null,
  };
  return {
    paid: orderPaidLetter(desk, receipt),
    renewed: orderPaidLetter(desk, { ...receipt, goesOn: { from: '28/11/2026', to: '27/11/2027' } }),
    changed: orderPaidLetter(desk, { ...receipt, goesOn: 'change' }),
    free: orderPaidLetter(desk, {
      ...{ ...receipt, payments: [], withdrawUrl: null },
      order: { ...order, total: 0n, received: 0n },
      quote: { ...receipt.quote, discount: 126_000n, total: 0n },
    }),
    instructions: paymentInstructionsLetter(desk, {
      order,
      attempt: attemptBy('bank-slip'),
      instructions: { status: 'registered', line, pixCode: slipPixCode, bars: 'data:image/png;base64,AA' },
      hasDocument: true,
      orderUrl,
    }),
    underpaid: orderUnderpaidLetter(desk, { order, payUrl: orderUrl }),
    refunded: orderRefundedLetter(desk, { returned: 114_000n }),
    page: buyerPageLetter(desk, { kind: 'link', url: myPageUrl }),
    erasure: buyerPageLetter(desk, { kind: 'erase', url: myPageUrl }),
    withdrawn: orderWithdrawnLetter(desk, {
      view: {
        ...{ order, standing: 'done', lastDay: '2026-11-28', askedAt: new Date('2026-11-21T12:30:00Z') },
        ...{ amount: 114_000n, payoutHint: null, ends: 'access', owed: [] },
        parts: [
          {
            attemptId: 'att_1',
            rail: 'pix',
            method: 'pix',
            kept: {},
            amount: 60_000n,
            state: 'wanted',
            needsDetails: false,
          },
          {
            ...{ attemptId: 'att_2', rail: 'bank-slip', method: 'bankslip', kept: {}, amount: 54_000n },
            ...{ state: 'by-hand', needsDetails: true },
          },
        ],
      },
      pageUrl: withdrawUrl,
    }),
    undone: orderUndoneLetter(desk, { order: { total: 114_000n, received: 60_000n }, payUrl: orderUrl }),
    renewal: renewalDueLetter(desk, bill),
    'first-payment': renewalDueLetter(desk, { ...bill, last: '27/11/2026' }),
    left: recoveryLetter(desk, {
      isFirst: true,
      payUrl: orderUrl,
      stopUrl: orderUrl,
      kept: { total: '1', until: '2' },
    }),
    'left-again': recoveryLetter(desk, { isFirst: false, payUrl: orderUrl, stopUrl: orderUrl, kept: null }),
    resume: resumeLetter(desk, { payUrl: orderUrl }),
    surplus: surplusReturnedLetter(desk, { amount: 5_000n, currency }),
    ...noticesAt(desk),
  };
}

/** The letters of a subscription; those of a failed charge for each reason why it waits. */
function noticesAt(desk: LetterDesk): Record<string, Letter> {
  const facts = {
    ...{ email: 'maria@example.com', plan: 'Mensal', amount: desk.money(9_500n), charge: '21/11/2026' },
    ...{ last: '20/11/2026', retry: '22/11/2026', until: '28/11/2026', ends: '21/12/2026', term: '20/12/2026' },
    ...{ isStopped: false, isBilled: false, url: orderUrl, myPageUrl: orderUrl },
  };
  const wishes: readonly Pick<NoticeFacts, 'kind' | 'waits'>[] = [
    ...(['failed', 'again'] as const).flatMap((kind) =>
      (['retry', 'means', 'pay'] as const).map((waits) => ({ kind, waits })),
    ),
    ...(['last-days', 'suspended', 'still-time', 'ends-soon', 'recovered', 'canceled'] as const).map((kind) => ({
      kind,
      waits: 'pay' as const,
    })),
    ...(['first-charge', 'renewal-early', 'renewal'] as const).map((kind) => ({ kind, waits: 'retry' as const })),
  ];
  return {
    ...Object.fromEntries(
      wishes.map((wish) => [`${wish.kind} ${wish.waits}`, subscriptionNoticeLetter(desk, { ...facts, ...wish })]),
    ),
    stopped: subscriptionNoticeLetter(desk, { ...facts, kind: 'canceled', waits: 'pay', isStopped: true }),
    billed: subscriptionNoticeLetter(desk, { ...facts, kind: 'renewal', waits: 'pay', isBilled: true }),
  };
}

export function lookOf(place: Place) {
  const owner = brandBy(place.brandId).theme.brand;
  return {
    dark: readTokenValues(themes.get(`${owner}$dark`).css),
    light: readTokenValues(themes.get(`${owner}$light`).css),
  };
}

export function htmlOf(letter: Letter, place: Place): string {
  return renderHtml(letter, { brandName: brandBy(place.brandId).name, look: lookOf(place) });
}
