import type { OrderView, PartView } from '#src/domain/orders/index.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import { formatInstant, marketDate, marketZone } from '#src/kernel/time/zones.ts';
import type { Translator } from '#src/ui/words/translator.ts';
import type { PageRequest } from '../../framework/page.server.ts';
import type { SplitStatus } from './split-status.tsx';

const shownStandings: readonly PartView['standing'][] = ['taken', 'reserved', 'waits-for-buyer'];

/**
 * The other parts of a split price while one part waits for its buyer: reserved or paid, until when, and the amount due
 * now. Null for a single payment, or before anything is reserved.
 */
export function splitStatus(
  { words, view: { locale }, ctx }: Pick<PageRequest, 'words' | 'view' | 'ctx'>,
  { order, split, attempts }: OrderView,
): SplitStatus | null {
  if (split?.standing !== 'waits-for-buyer' || split.held <= 0n) return null;
  const waiting = attempts.find(({ state }) => state === 'awaiting-buyer');
  const now = ctx.clock.now();
  const end = waiting && waiting.expiresAt > now ? waiting.expiresAt : split.heldUntil;
  if (!end) return null;
  const { until, at } = untilText(end, now, order.market);
  const lines = split.parts
    .filter(({ standing }) => shownStandings.includes(standing))
    .map((part) => ({
      kind: part.standing === 'waits-for-buyer' ? ('now' as const) : ('done' as const),
      text: words(`split-status.${part.standing === 'reserved' ? `reserved.${at}` : part.standing}`, {
        method: methodLabel(words, part),
        amount: formatMoney({ amount: part.principal + part.interest, currency: order.currency }, locale),
        until,
      }),
    }));
  const isPaid = split.parts.some(({ standing }) => standing === 'taken');
  return { lines, otherwise: words(isPaid ? 'split-status.otherwise.paid' : 'split-status.otherwise') };
}

/** The time when it is today, else the date. */
function untilText(end: Date, now: Date, market: OrderView['order']['market']) {
  const day = marketDate(end, market);
  if (day !== marketDate(now, market)) return { until: formatLocalDate(day), at: 'day' };
  const [, time = ''] = formatInstant(end, marketZone(market)).split(' ');
  return { until: time, at: 'time' };
}

/** Brand and last digits of a card and the like; else the name of the payment method. */
function methodLabel(words: Translator, { rail, kept }: Pick<PartView, 'rail' | 'kept'>): string {
  const own = `email.${rail}.paid`;
  const texts = Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  if (words.has(own) && texts.length > 0) return words(own, Object.fromEntries(texts));
  const chosen = `method.${rail}.title`;
  return words.has(chosen) ? words(chosen) : rail;
}
