import { linkOf } from '#src/branding/index.ts';
import { issueCapability } from '#src/domain/capabilities/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import { periodOfOrder } from '#src/domain/subscriptions/index.server.ts';
import { addDays, formatLocalDate } from '#src/kernel/time/local-date.ts';
import { renewalDueLetter } from './kinds/renewal-due.ts';
import type { Letter } from './letter.types.ts';
import type { LetterDesk } from './letter-desk.ts';
import type { LetterFacts } from './letter-facts.server.ts';

/** The letter that asks for the money of a term; null once it was paid, given up, or is asked for by another order. */
export async function composeRenewalDue(
  { ctx, publicOrigin }: { readonly ctx: DomainContext; readonly publicOrigin: string },
  { order, session, brand }: LetterFacts,
  desk: LetterDesk,
): Promise<Letter | null> {
  const period = await periodOfOrder(ctx.db, order.id);
  if (!period || order.state !== 'open' || period.state === 'paid' || period.state === 'forgiven') return null;
  const { subscriptionId, dueOn, termFrom, termTo, number } = period;
  const url = new URL(`/renew/${subscriptionId}`, publicOrigin);
  for (const [name, value] of Object.entries(linkOf(session, brand))) url.searchParams.set(name, value);
  if (brand.flows.some((flow) => flow.id === 'renew')) url.searchParams.set('flowId', 'renew');
  url.searchParams.set('t', await issueCapability(ctx, ctx.db, subscriptionId));
  return renewalDueLetter(desk, {
    amount: desk.money(order.total),
    due: formatLocalDate(dueOn),
    from: formatLocalDate(termFrom),
    to: formatLocalDate(termTo),
    payUrl: url.href,
    last: number === 1 ? formatLocalDate(addDays(termFrom, -1)) : null,
  });
}
