import { markets } from '#src/kernel/locale/markets.ts';
import type { PaymentContext } from '../payment-data.server.ts';
import type { OfferedMethod } from '../payment.types.ts';

/** Whether a payment method needs only the tax id that the buyer already gave. */
export function needsNoTyping(
  { request, session, lead }: PaymentContext,
  { rail, asksAddress }: Pick<OfferedMethod, 'rail' | 'asksAddress'>,
): boolean {
  const { document } = lead;
  const number = document?.type === markets[session.market].documents[0] ? document.number : '';
  if (number === '' || (asksAddress && request.view.hasAddressForm)) return false;
  const read = request.ctx.rails.server(rail).readDetails({
    fields: { document: number },
    market: session.market,
    buyer: { name: lead.name, email: lead.email, phone: '' },
    now: request.ctx.clock.now(),
  });
  return read.ok;
}

/**
 * A second purchase without a saved instrument starts with a method that needs no input: typing a card again loses half of
 * the buyers.
 */
export function readyFirst(facts: PaymentContext, methods: readonly OfferedMethod[]): readonly OfferedMethod[] {
  if (facts.session.upsell === null || (facts.profiles ?? []).length > 0) return methods;
  const ready = methods.find((one) => one.partOnly === undefined && needsNoTyping(facts, one));
  return ready ? [ready, ...methods.filter((one) => one !== ready)] : methods;
}
