import { acceptContract, copyAcceptance } from '#src/domain/documents/contracts/index.server.ts';
import { recordConsents } from '#src/domain/checkout/leads/index.server.ts';
import type { Translator } from '#src/ui/words/translator.ts';
import type { PaymentContext } from './payment-data.server.ts';

/** The sentence beside the box, as it stands there. */
export function termsText(words: Translator): string {
  const part = (name: string): string => words(`payment.terms.${name}`);
  return `${part('before')} ${part('contract')}, ${part('then')} ${part('terms')} ${part('and')} ${part('politics')}.`;
}

/**
 * Writes down that the buyer ticked the box: the consent, and the contract of the price that they were shown. The answer
 * carries the acceptance over to a quote of the same price, which took the place of that one.
 */
export async function acceptTerms(
  { request, session }: PaymentContext,
  quoteId: string,
): Promise<(otherQuoteId: string) => Promise<void>> {
  const { ctx, browser, words } = request;
  const label = termsText(words);
  await recordConsents(
    ctx.db,
    session.id,
    [{ kind: 'purchase', accepted: true, label: 'payment.terms', text: label }],
    browser.ip,
    ctx.clock.now(),
  );
  const input = { label, ip: browser.ip };
  const accepted = await acceptContract(ctx, session, quoteId, input);
  if (!accepted.ok && accepted.error === 'terms-missing')
    ctx.log.warn('contract-missing', { reason: `${session.brand} ${session.variant ?? ''}` });
  return async (otherQuoteId) => {
    if (accepted.ok) await copyAcceptance(ctx, accepted.value, otherQuoteId, input);
  };
}
