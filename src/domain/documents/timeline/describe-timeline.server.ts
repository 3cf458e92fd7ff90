import type { SaleTimeline, TimelineEvent, TimelineEventKind } from './timeline.types.ts';

/** A line of a sale's timeline for a terminal: when (UTC), who, and what happened. English. */
export interface TimelineLine {
  readonly at: string;
  readonly by: string;
  readonly text: string;
}

type Facts = TimelineEvent['facts'];

const amount = ({ amount: units, currency }: Facts): string =>
  `${(Number(units) / 100).toFixed(2)} ${currency ?? ''}`.trim();
const named = (label: string, value: Facts[string] | undefined): string =>
  value === null || value === undefined ? '' : `, ${label} ${value}`;
const link = (event: TimelineEvent, kind: string): string => event.links.find((one) => one.kind === kind)?.id ?? '';
const balances = (facts: Facts): string =>
  `${facts['credit']} ${amount({ ...facts, amount: facts['creditBalance'] ?? 0 })} → ${facts['debit']} ${amount({ ...facts, amount: facts['debitBalance'] ?? 0 })}`;

const describe: Readonly<Record<TimelineEventKind, (facts: Facts, event: TimelineEvent) => string>> = {
  'session-opened': (f) => `opened the checkout of ${f['brand']}${named('from', f['source'])}`,
  'lead-saved': () => 'gave contact data',
  'contract-accepted': () => 'accepted the contract',
  'consent-given': (f) => `agreed to ${f['consent']}`,
  'order-created': (f, event) =>
    `order ${link(event, 'order')} of ${amount(f)}: ${f['brand']}, ${f['product']}, plan ${f['plan']}, seller ${f['seller']}${named('voucher', f['voucher'])}`,
  'order-paid': (f) => `order paid: ${amount(f)} received`,
  'payment-pressed': (f, event) =>
    `attempt ${f['number']} (${link(event, 'attempt')}) by ${f['method']} at ${f['gateway']}: ${amount(f)}`,
  'attempt-moved': (f) =>
    `attempt ${f['number']}: ${f['from']} → ${f['to']}${named('decline', f['decline'])}${named('movement', f['movement'])}`,
  'money-reported': (f) => `attempt ${f['number']}: ${f['movementKind']} ${f['movement']} reported`,
  'webhook-received': (f) => `webhook ${f['event']} ${f['state']}${named('because', f['reason'])}`,
  'ledger-line': (f) => `${f['entry']} ${amount(f)}, movement ${f['movement']}: ${balances(f)}`,
  'refund-requested': (f, event) =>
    `refund ${link(event, 'refund')} requested: ${amount(f)}${named('reason', f['reason'])}${named('confirmed by', f['confirmedBy'])}`,
  'refund-part': (f, event) =>
    `refund ${link(event, 'refund')} ${f['state']}: ${amount(f)}${named('movement', f['movement'])}`,
  'refund-waits': (f, event) => `refund ${link(event, 'refund')} of ${amount(f)} waits for a second person`,
  'refund-decided': (f, event) => `refund ${link(event, 'refund')} ${f['state']}`,
  'cooling-off': (f) => `cooling-off, ${amount(f)} to give back${named('last day', f['lastDay'])}`,
  dispute: (f) =>
    `dispute of ${amount(f)}${named('reason', f['reason'])}${named('stage', f['stage'])}${named('evidence until', f['evidenceDue'])}${named('outcome', f['outcome'])}`,
  'exception-opened': (f, event) =>
    `exception ${link(event, 'exception')} (${f['exception']}) opened: ${amount(f)}${named('task', f['task'])}${named('assigned to', f['assigned'])}`,
  'exception-resolved': (f, event) =>
    `exception ${link(event, 'exception')} resolved${named('reference', f['reference'])}${named('outcome', f['outcome'])}`,
  'staff-act': (f) => `${f['action']} ${f['outcome']}${named('reason', f['reason'])}`,
  'staff-note': (f) => `note: ${f['reason'] ?? '(erased)'}`,
  'staff-look': (f) => `looked: ${f['action']}${named('reason', f['reason'])}`,
  email: (f, event) =>
    `e-mail ${f['email']} (${link(event, 'email')}) ${f['state']}, ${f['tries']} tries${named('outcome', f['outcome'])}${named('SMTP', f['smtpCode'])}${named('refusal', f['refusal'])}`,
  message: (f) => `${f['message']} by ${f['channel']} ${f['state']}${named('about', f['detail'] || null)}`,
  'webhook-sent': (f) =>
    f['endpoint'] === null
      ? `event ${f['type']}: no endpoint listens`
      : `webhook ${f['type']} ${f['state']}, ${f['tries']} tries${named('status', f['status'])}${named('failure', f['failure'])}`,
  'subscription-moved': (f) => `subscription ${f['event']}: ${f['from'] ?? '-'} → ${f['to']}`,
  'access-opened': (f) => `access opened${named('cause', f['cause'])}`,
  'access-closed': (f) => `access closed${named('cause', f['cause'])}`,
  'access-link-made': (f) => `access link made${named('for', f['cause'])}${named('until', f['expiresAt'])}`,
  'access-link-used': (f) => `access link used${named('for', f['cause'])}`,
  points: (f) => `points ${f['state']}`,
  'fiscal-note': (f) => `fiscal note requested${named('state', f['state'])}${named('refusal', f['refusal'])}`,
  'fiscal-note-ended': (f) => `fiscal note ${f['state']}${named('number', f['number'])}`,
};

/** Who it was; of what a company told, also on which occasion: its answer, its webhook, a check of ours. */
function by({ who, ring, facts }: TimelineEvent): string {
  const { source } = facts;
  return ring === 'company' && source !== undefined && who !== 'shop' && who !== 'buyer' && who !== 'operator'
    ? `${who}, ${source}`
    : who;
}

/** The lines of a sale's timeline, in order. */
export function describeTimeline({ events }: SaleTimeline): TimelineLine[] {
  return events.map((event) => ({
    at: event.at.toISOString().replace(/\.\d+Z$/, 'Z'),
    by: by(event),
    text: describe[event.kind](event.facts, event),
  }));
}
