import { describe, expect, test } from 'vitest';
import type { AttemptView, OrderView, PartView, SplitView } from '#src/domain/orders/index.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import { createTranslator } from '#src/ui/words/translator.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import type { PageRequest } from '../../framework/page.server.ts';
import { splitStatus } from './split-status.server.ts';

const { words } = readBrandParts();
const now = new Date('2026-11-22T00:45:00Z');

function part(change: Partial<PartView>): PartView {
  return {
    ...{ attemptId: 'att_1', tenderId: 'ten_1', rail: 'card', method: 'credit-card', principal: 30_000n, interest: 0n },
    ...{ installments: 1, kept: { brand: 'mastercard', last4: '8884' }, standing: 'reserved', declineCode: null },
    expiresAt: now,
    ...change,
  };
}

const reserved = part({});
const pix = part({ attemptId: 'att_2', rail: 'pix', principal: 84_000n, kept: {}, standing: 'waits-for-buyer' });

/** The status of an order of R$ 1.140,00 whose Pix waits until that time. */
function said(change: Partial<SplitView> = {}, expiresAt = new Date('2026-11-22T01:15:00Z'), locale: Locale = 'pt-BR') {
  const split: SplitView = {
    ...{ standing: 'waits-for-buyer', parts: [reserved, pix], held: 30_000n, heldUntil: expiresAt, owed: 0n },
    ...change,
  };
  const view: OrderView = {
    order: { market: 'BR', currency: 'BRL' } as OrderView['order'],
    attempts: [{ state: 'awaiting-buyer', expiresAt } as AttemptView],
    split,
  };
  const all = createTranslator(locale, words.wordsFor(null, locale, ['']));
  const request = { words: all, view: { locale }, ctx: { clock: { now: () => now } } } as PageRequest;
  const status = splitStatus(request, view);
  return (
    status && [...status.lines.map(({ text }) => text), status.otherwise].map((text) => text.replaceAll('\u00a0', ' '))
  );
}

describe('the parts of a price while one waits for its buyer', () => {
  test('say what is reserved and until when, what is to be paid now, and what becomes of the reserve', () => {
    expect(said()).toEqual([
      'Mastercard final 8884: R$ 300,00 reservados até 22:15',
      'Pix: R$ 840,00 agora',
      'Se não pagar até lá, a reserva é devolvida.',
    ]);
  });

  test('say the day when the time ends on another one', () => {
    const [first] = said({}, new Date('2026-11-27T02:59:59.999Z')) ?? [];
    expect(first).toBe('Mastercard final 8884: R$ 300,00 reservados até 26/11/2026');
  });

  test('say the time as the locale does', () => {
    expect(said({}, undefined, 'pt-MZ')?.[0]).toBe('Mastercard final 8884: R$ 300,00 reservados até às 22:15');
    expect(said({}, undefined, 'es-PE')?.[0]).toMatch(/^Mastercard terminada en 8884: .* reservados hasta las 22:15$/);
  });

  test('tell what was paid from what is only reserved', () => {
    const lines = said({ parts: [part({ standing: 'taken' }), pix] });
    expect(lines?.[0]).toBe('Mastercard final 8884: R$ 300,00 já pagos');
    expect(lines?.at(-1)).toBe('Se não pagar até lá, devolvemos o que já foi pago.');
  });

  test('include the interest of a card that is paid in installments', () => {
    expect(said({ parts: [part({ interest: 2_500n }), pix] })?.[0]).toContain('R$ 325,00');
  });

  test.each<Partial<SplitView>>([{ held: 0n, heldUntil: null }, { standing: 'held' }, { standing: 'under-way' }])(
    'are not listed where nothing is reserved or nothing waits: %o',
    (change) => expect(said(change)).toBeNull(),
  );
});
