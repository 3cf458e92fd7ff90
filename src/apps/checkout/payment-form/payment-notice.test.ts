import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { describe, expect, test } from 'vitest';
import type { AttemptView, OrderView, SplitView } from '#src/domain/orders/index.ts';
import type { RailManifest } from '#src/domain/payments/index.ts';
import { type Locale, locales } from '#src/kernel/locale/locale.ts';
import { createTranslator } from '#src/ui/words/translator.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import type { PurchaseRoutes } from '../site/order-status/purchase-routes.ts';
import type { PageRequest } from '../framework/page.server.ts';
import copy from './payment.copy.json' with { type: 'json' };
import { paymentNoticeFor } from './payment-notice.server.ts';

interface Standing {
  readonly received: bigint;
  readonly held: bigint;
  readonly isOver?: boolean;
  readonly declineCode?: string | null;
}

function wordsIn(locale: Locale) {
  const own = locale === 'pt-MZ' ? { ...copy['pt-BR'], ...copy['pt-MZ'] } : copy[locale];
  const compiled = Object.entries(own).map(([key, text]) => [key, compileMessageOrThrow(text)]);
  return createTranslator(locale, Object.fromEntries(compiled));
}

/** The notice above the form of an order of 1.140,00 with several tenders. */
function said({ received, held, isOver = false, declineCode = null }: Standing, locale: Locale = 'pt-BR') {
  const words = wordsIn(locale);
  const split: Partial<SplitView> = isOver
    ? { standing: 'undone', held: 0n, heldUntil: null, owed: 114_000n }
    : { standing: 'held', held, heldUntil: new Date('2026-11-22T15:30:00Z'), owed: 114_000n - held };
  const order = { total: 114_000n, received, currency: 'BRL', market: 'BR', state: isOver ? 'closed' : 'open' };
  const view = { order, split, attempts: [{ declineCode } as AttemptView] } as unknown as OrderView;
  const notice = paymentNoticeFor({ words, view: { locale } } as PageRequest, view, null, {} as PurchaseRoutes);
  return `${notice?.title} | ${notice?.text}`.replaceAll('\u00a0', ' ');
}

describe('a part that stands while the rest is owed', () => {
  test('is reserved: it is given up, and nothing is charged', () => {
    const text = said({ received: 0n, held: 38_000n });
    expect(text).toContain('R$ 380,00 já estão reservados até 12:30');
    expect(text).toContain('a reserva é devolvida e nada é cobrado');
    expect(said({ received: 0n, held: 38_000n }, 'pt-MZ')).toContain('já estão reservados até às 12:30');
  });

  test('has been received: it goes back the way it came', () => {
    const text = said({ received: 38_000n, held: 38_000n });
    expect(text).toMatch(/^Recebemos R\$ 380,00: o restante pode ser pago até 12:30 \|/);
    expect(text).toContain('Faltam R$ 760,00');
    expect(text).toContain('o que recebemos volta pelo mesmo meio em que veio');
    expect(text).not.toMatch(/reserva|nada/);
  });

  test('is in part received and in part reserved: each is said', () => {
    const text = said({ received: 38_000n, held: 57_000n });
    expect(text).toMatch(/^Recebemos R\$ 380,00, e R\$ 190,00 estão reservados até 12:30 \|/);
    expect(text).toContain('o que recebemos volta pelo mesmo meio em que veio, e a reserva é liberada');
    expect(text).not.toContain('nada');
  });

  test('beside a refusal: that nothing was charged is said of the last try only', () => {
    const text = said({ received: 38_000n, held: 38_000n, declineCode: 'card-declined' });
    expect(text).toContain('Última tentativa: O banco não aprovou este cartão e nada foi cobrado.');
    expect(said({ received: 38_000n, held: 38_000n, declineCode: 'never-heard-of' })).not.toContain('nada');
  });
});

test.each([
  [0n, 'nada foi cobrado'],
  [38_000n, 'O que já tínhamos recebido volta pelo mesmo meio em que veio'],
])('once its time is over, with %s received, it says "%s"', (received, words) => {
  const text = said({ received, held: 0n, isOver: true });
  expect(text).toContain(words);
  expect(text.includes('A reserva foi devolvida')).toBe(received === 0n);
});

test.each(locales)('%s never says of received money that it was reserved, or that nothing was charged', (locale) => {
  const none = /reserv|nada (é|foi) cobrado|no se cobra nada|no se cobró nada(?! más)/i;
  for (const isOver of [false, true]) {
    const text = said({ received: 38_000n, held: 38_000n, isOver }, locale);
    expect(text).not.toMatch(none);
    expect(text).not.toMatch(/held\./);
  }
  expect(said({ received: 38_000n, held: 57_000n }, locale)).not.toMatch(/held\./);
});

test.each(locales)("%s: a bank's question that is over is not offered to be gone on with", (locale) => {
  const attempt = { state: 'expired', nextAction: { url: 'https://bank.example/ask', fields: {} } };
  const view = { order: { state: 'open' }, split: null, attempts: [attempt] } as unknown as OrderView;
  const request = { words: wordsIn(locale), view: { locale } } as PageRequest;
  const notice = paymentNoticeFor(request, view, null, {} as PurchaseRoutes);
  expect(notice?.link).toBeNull();
  expect(notice?.text).toMatch(/nada foi cobrado|no se cobró nada/i);
  expect(notice?.text).not.toMatch(/parou|te quedaste/);
});

test('choosing another way while a code waits names the part that is reserved and what becomes of it', () => {
  const [expiresAt, now] = [new Date('2026-11-22T15:30:00Z'), new Date('2026-11-22T15:00:00Z')];
  const kept = { brand: 'mastercard', last4: '8884' };
  const parts = [
    { rail: 'card', kept, principal: 30_000n, interest: 0n, standing: 'reserved' },
    { rail: 'pix', kept: {}, principal: 84_000n, interest: 0n, standing: 'waits-for-buyer' },
  ];
  const split = { standing: 'waits-for-buyer', parts, held: 30_000n, heldUntil: expiresAt, owed: 0n };
  const view = {
    ...{ order: { state: 'open', currency: 'BRL', market: 'BR' }, split },
    attempts: [{ state: 'awaiting-buyer', rail: 'pix', nextAction: null, expiresAt }],
  } as unknown as OrderView;
  const words = createTranslator('pt-BR', readBrandParts().words.wordsFor(null, 'pt-BR', ['']));
  const ctx = { clock: { now: () => now } };
  const request = { words, view: { locale: 'pt-BR' }, ctx, href: String } as unknown as PageRequest;
  const routes = { payment: '/payment', done: '/success', awaiting: '/success', isOnePage: true } as PurchaseRoutes;
  const notice = paymentNoticeFor(request, view, { id: 'pix' } as RailManifest, routes);
  expect(notice?.text.replaceAll('\u00a0', ' ')).toContain(
    'Mastercard final 8884: R$ 300,00 reservados até 12:30. Se não pagar até lá, a reserva é devolvida.',
  );
});
