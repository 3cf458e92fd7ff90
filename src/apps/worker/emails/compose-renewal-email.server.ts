import type { DomainContext } from '#src/domain/context.server.ts';
import { periodOfOrder } from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { addDays, formatLocalDate } from '#src/kernel/time/local-date.ts';
import { renewalDueEmail } from './templates/renewal-due.ts';
import type { EmailContent } from './email.types.ts';
import type { EmailBuilder } from './email-builder.ts';
import type { EmailLinks } from './email-links.server.ts';
import type { OrderEmailData } from './order-email-data.server.ts';

/** The e-mail with the invoice of a billing period; null once it was paid, canceled, or invoiced by another order. */
export async function composeRenewalDue(
  { ctx, links }: { readonly ctx: DomainContext; readonly links: EmailLinks },
  facts: OrderEmailData,
  builder: EmailBuilder,
): Promise<EmailContent | null> {
  const { order } = facts;
  const period = await periodOfOrder(ctx.db, order.id);
  if (!period || order.state !== 'open' || period.state === 'paid' || period.state === 'waived') return null;
  const { subscriptionId, dueOn, periodStart, periodEnd, number } = period;
  return renewalDueEmail(builder, {
    amount: builder.money(order.total),
    due: formatLocalDate(dueOn),
    from: formatLocalDate(periodStart),
    to: formatLocalDate(periodEnd),
    payUrl: await links.renewal(facts, subscriptionId),
    last: number === 1 ? formatLocalDate(addDays(periodStart, -1)) : null,
  });
}
