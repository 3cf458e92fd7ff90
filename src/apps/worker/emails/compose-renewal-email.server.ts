import { linkOf } from '#src/branding/index.ts';
import { issueMagicLink } from '#src/domain/customers/magic-links/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import { periodOfOrder } from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { addDays, formatLocalDate } from '#src/kernel/time/local-date.ts';
import { renewalDueEmail } from './templates/renewal-due.ts';
import type { EmailContent } from './email.types.ts';
import type { EmailBuilder } from './email-builder.ts';
import type { OrderEmailData } from './order-email-data.server.ts';

/** The e-mail with the invoice of a billing period; null once it was paid, canceled, or invoiced by another order. */
export async function composeRenewalDue(
  { ctx, publicOrigin }: { readonly ctx: DomainContext; readonly publicOrigin: string },
  { order, session, brand }: OrderEmailData,
  builder: EmailBuilder,
): Promise<EmailContent | null> {
  const period = await periodOfOrder(ctx.db, order.id);
  if (!period || order.state !== 'open' || period.state === 'paid' || period.state === 'waived') return null;
  const { subscriptionId, dueOn, periodStart, periodEnd, number } = period;
  const url = new URL(`/renew/${subscriptionId}`, publicOrigin);
  for (const [name, value] of Object.entries(linkOf(session, brand))) url.searchParams.set(name, value);
  if (brand.flows.some((flow) => flow.id === 'renew')) url.searchParams.set('flowId', 'renew');
  url.searchParams.set('t', await issueMagicLink(ctx, ctx.db, subscriptionId));
  return renewalDueEmail(builder, {
    amount: builder.money(order.total),
    due: formatLocalDate(dueOn),
    from: formatLocalDate(periodStart),
    to: formatLocalDate(periodEnd),
    payUrl: url.href,
    last: number === 1 ? formatLocalDate(addDays(periodStart, -1)) : null,
  });
}
