import type { SaleFacts } from './sale-facts.types.ts';
import type { WebhookFacts } from './service-facts.types.ts';
import type { TimelineEvent } from './timeline.types.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** What followed the purchase: staff, messages, webhooks, the subscription, access, documents. */
export function serviceEvents(sale: SaleFacts): TimelineEvent[] {
  return [
    ...staffEvents(sale),
    ...messageEvents(sale),
    ...sale.webhooks.map(webhookEvent),
    ...subscriptionEvents(sale),
    ...accessEvents(sale),
    ...noteEvents(sale),
  ];
}

const staffKinds = { act: 'staff-act', note: 'staff-note', seen: 'staff-look' } as const;

function staffEvents({ staff }: SaleFacts): TimelineEvent[] {
  return staff.map(({ id, kind, at, actor, action, reason, outcome }) => ({
    ...{ id: `${kind}:${id}`, at, ring: 'staff', kind: staffKinds[kind], who: actor, links: [] },
    facts: { action, reason, outcome },
  }));
}

function messageEvents({ emails, messages }: SaleFacts): TimelineEvent[] {
  return [
    ...emails.map((one): TimelineEvent => ({
      ...{ id: `email:${one.id}`, at: one.sentAt ?? one.createdAt, ring: 'outgoing', kind: 'email', who: 'shop' },
      facts: {
        ...{
          email: one.kind,
          state: one.state,
          tries: one.tries,
          queuedAt: iso(one.createdAt),
          sentAt: iso(one.sentAt),
        },
        ...{ outcome: one.outcome, smtpCode: one.smtpCode, refusal: one.refusal, template: one.templateVersion },
      },
      links: [{ kind: 'email', id: one.id }],
    })),
    ...messages.map((one): TimelineEvent => ({
      ...{ id: `${one.kind}:${one.id}`, at: one.completedAt ?? one.at, ring: 'outgoing', kind: 'message', who: 'shop' },
      facts: { message: one.kind, channel: one.channel, state: one.state, detail: one.detail },
      links: [],
    })),
  ];
}

function webhookEvent(one: WebhookFacts): TimelineEvent {
  const requests = one.requests.map(
    ({ n, at, status, failure, ms }) => `${n} ${at} ${status ?? '-'} ${failure ?? 'ok'} ${ms} ms`,
  );
  return {
    id: `webhook:${one.eventId}:${one.endpoint ?? ''}`,
    at: one.deliveredAt ?? one.createdAt,
    ring: 'outgoing',
    kind: 'webhook-sent',
    who: one.endpoint ?? 'shop',
    facts: {
      ...{ type: one.type, endpoint: one.endpoint, state: one.state, tries: one.tries, status: one.lastStatus },
      ...{ failure: one.lastFailure, nextTryAt: iso(one.nextTryAt), deliveredAt: iso(one.deliveredAt) },
      ...{ replayedAt: iso(one.replayedAt), requests: requests.join('\n') || null },
    },
    links: [{ kind: 'webhook', id: one.eventId.toString() }],
  };
}

function subscriptionEvents({ subscription }: SaleFacts): TimelineEvent[] {
  if (subscription === null) return [];
  return subscription.events.map(({ id, event, from, to, at }) => ({
    ...{ id: `subscription:${id}`, at: new Date(at), ring: 'access', kind: 'subscription-moved', who: 'shop' },
    facts: { event, from, to },
    links: [{ kind: 'subscription', id: subscription.id }],
  }));
}

const accessKinds = {
  opened: 'access-opened',
  closed: 'access-closed',
  'link-made': 'access-link-made',
  'link-used': 'access-link-used',
} as const;

function accessEvents({ access, order }: SaleFacts): TimelineEvent[] {
  const events = access.map(({ grantId, step, cause, at, expiresAt }, index): TimelineEvent => ({
    ...{ id: `access:${grantId}:${index}`, at, ring: 'access', kind: accessKinds[step] },
    ...{ who: step === 'link-used' ? 'buyer' : 'shop', facts: { cause, expiresAt: iso(expiresAt) }, links: [] },
  }));
  const { points } = order;
  if (points?.creditedAt)
    events.push({
      ...{ id: 'points', at: points.creditedAt, ring: 'access', kind: 'points', who: 'shop', links: [] },
      facts: { state: points.state },
    });
  return events;
}

function noteEvents({ documents }: SaleFacts): TimelineEvent[] {
  return documents.flatMap((one): TimelineEvent[] => {
    if (one.kind !== 'fiscal-note') return [];
    const shared = { ring: 'documents', who: 'shop', links: [] } as const;
    const facts = { state: one.state, number: one.number, refusal: one.refusal };
    return [
      { ...shared, id: `fiscal-note:${one.id}`, at: one.at, kind: 'fiscal-note', facts },
      ...(one.endedAt === null
        ? []
        : [{ ...shared, id: `fiscal-note-end:${one.id}`, at: one.endedAt, kind: 'fiscal-note-ended' as const, facts }]),
    ];
  });
}
