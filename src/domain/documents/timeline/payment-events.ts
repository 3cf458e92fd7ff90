import type { AttemptEventFacts, SaleFacts } from './sale-facts.types.ts';
import type { TimelineEvent } from './timeline.types.ts';

/** Sources of a transition that are no gateway's word, and whose act it was. */
const actorOfSource: Readonly<Record<string, string | undefined>> = {
  payment: 'buyer',
  renewal: 'buyer',
  buyer: 'buyer',
  supersede: 'shop',
  deadline: 'shop',
  operator: 'operator',
};

/** What the buyer did, and what the companies told about the attempts. */
export function paymentEvents(sale: SaleFacts): TimelineEvent[] {
  const { order } = sale;
  const buyer = { ring: 'buyer', who: 'buyer', links: [] } as const;
  const events: TimelineEvent[] = [
    {
      ...buyer,
      ...{ id: 'session', kind: 'session-opened', at: order.sessionAt },
      facts: { brand: order.brand, seller: order.seller, source: order.source },
    },
    { ...buyer, id: 'lead', kind: 'lead-saved', at: order.leadAt, facts: {} },
    {
      ...buyer,
      ...{ id: 'order', kind: 'order-created', at: order.createdAt, links: [{ kind: 'order', id: order.id }] },
      facts: {
        ...{ number: order.number.toString(), amount: order.total.toString(), currency: order.currency },
        ...{ brand: order.brand, product: order.product, plan: order.plan, seller: order.seller },
        ...{ voucher: order.voucher, trialFirstChargeOn: order.trialFirstChargeOn },
      },
    },
    ...sale.documents.flatMap(({ id, kind, state, at }): TimelineEvent[] =>
      kind === 'fiscal-note'
        ? []
        : [
            {
              ...buyer,
              ...{ id: `${kind}:${id}`, at, kind: kind === 'consent' ? 'consent-given' : 'contract-accepted' },
              facts: { consent: kind === 'consent' ? state : null },
            },
          ],
    ),
    ...sale.attemptEvents.map((event) => attemptEvent(sale, event)),
    ...sale.incomingWebhooks.map((hook): TimelineEvent => {
      const { id, attemptId, gateway, eventId, state, reason, receivedAt, handledAt } = hook;
      return {
        ...{ id: `webhook-in:${id}`, at: receivedAt, ring: 'company', kind: 'webhook-received', who: gateway },
        facts: { event: eventId, state, reason, handledAt: handledAt?.toISOString() ?? null },
        links: [{ kind: 'attempt', id: attemptId }],
      };
    }),
  ];
  if (order.paidAt !== null)
    events.push({
      ...{ id: 'paid', at: order.paidAt, ring: 'books', kind: 'order-paid', who: 'shop', links: [] },
      facts: { amount: order.received.toString(), currency: order.currency },
    });
  return events;
}

/** The first move of an attempt is the press of the button; every other one is told by its company, or by a rule of ours. */
function attemptEvent(sale: SaleFacts, event: AttemptEventFacts): TimelineEvent {
  const attempt = sale.attempts.find(({ id }) => id === event.attemptId);
  const isPress = event.from === null;
  const isNews = event.from !== event.to;
  const money = event.movements.at(-1);
  return {
    id: `attempt:${event.id}`,
    at: event.at,
    ring: isPress ? 'buyer' : 'company',
    kind: isPress ? 'payment-pressed' : isNews ? 'attempt-moved' : 'money-reported',
    who: actorOfSource[event.source] ?? attempt?.gateway ?? event.source,
    facts: {
      ...{ number: attempt?.number ?? null, method: attempt?.method ?? null, gateway: attempt?.gateway ?? null },
      ...{ from: event.from, to: event.to, source: event.source, decline: event.declineCode },
      ...{ amount: attempt?.amount.toString() ?? null, currency: sale.order.currency },
      ...{ movement: money?.id ?? null, movementKind: money?.kind ?? null, movementAmount: money?.amount ?? null },
    },
    links: [{ kind: 'attempt', id: event.attemptId }, ...(money ? [{ kind: 'movement', id: money.id } as const] : [])],
  };
}
