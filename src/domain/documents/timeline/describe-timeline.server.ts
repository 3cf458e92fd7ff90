import type { TimelineRow } from './timeline.repository.server.ts';

/** A line of a sale's story: when (UTC), who said it, and what it changed. */
export interface TimelineLine {
  readonly at: string;
  readonly by: string;
  readonly text: string;
}

type Detail = TimelineRow['detail'];

const amount = ({ amount: units, currency }: Detail): string =>
  `${(Number(units) / 100).toFixed(2)} ${currency ?? ''}`.trim();
const named = (label: string, value: string | number | null | undefined): string =>
  value === null || value === undefined ? '' : `, ${label} ${value}`;

const describe: Readonly<Record<TimelineRow['kind'], (row: TimelineRow) => { by: string; text: string }>> = {
  order: ({ subject, detail }) =>
    detail['step'] === 'created'
      ? {
          by: 'buyer',
          text: `order ${subject} of ${amount({ ...detail, amount: detail['total'] ?? 0 })}: ${detail['brand']}, ${detail['product']}, plan ${detail['plan']}, seller ${detail['seller']}`,
        }
      : { by: 'shop', text: `order paid: ${amount({ ...detail, amount: detail['received'] ?? 0 })} received` },
  attempt: ({ subject, detail }) => ({
    by: bySource[String(detail['source'])] ?? `${detail['gateway']}, ${detail['source']}`,
    text:
      detail['from'] === null
        ? `attempt ${detail['number']} (${subject}) by ${detail['rail']} at ${detail['gateway']}: ${amount(detail)}`
        : `attempt ${detail['number']}: ${detail['from']} → ${detail['to']}${named('decline', detail['decline'])}`,
  }),
  ledger: ({ subject, detail }) => ({
    by: 'ledger',
    text: `${detail['entry']} ${amount(detail)}, movement ${subject}: ${detail['debit']} → ${detail['credit']}`,
  }),
  'webhook-in': ({ subject, detail }) => ({
    by: String(detail['gateway']),
    text: `webhook ${subject} ${detail['state']}${named('because', detail['reason'])}`,
  }),
  email: ({ subject, detail }) => ({
    by: 'e-mail',
    text: `${detail['template']} (${subject}) ${detail['state']}${named('at', detail['sent'])}, ${detail['tries']} tries`,
  }),
  'webhook-out': ({ subject, detail }) => ({
    by: 'webhook',
    text:
      detail['endpoint'] === null
        ? `${subject}: no endpoint listens`
        : `${subject} to ${detail['endpoint']} ${detail['state']}, ${detail['tries']} tries${named('status', detail['status'])}${named('failure', detail['failure'])}`,
  }),
  access: ({ subject, detail }) => ({
    by: 'access',
    text: `${detail['step']} (${subject})${named('by', detail['purpose'])}`,
  }),
  refund: ({ subject, detail }) => ({
    by: detail['by'] === null || detail['by'] === undefined ? 'refund' : String(detail['by']),
    text: `refund ${subject} ${detail['step']}: ${amount(detail)}${named('reason', detail['reason'])}${named('confirmed by', detail['confirmed'])}${named('movement', detail['movement'])}`,
  }),
  exception: ({ subject, detail }) => ({
    by: detail['by'] === null || detail['by'] === undefined ? 'reconciliation' : String(detail['by']),
    text: `exception ${subject} (${detail['exception']}) ${detail['step']}${named('task', detail['task'])}${named('assigned to', detail['assigned'])}${named('reference', detail['reference'])}${named('outcome', detail['outcome'])}`,
  }),
  document: ({ subject, detail }) => ({
    by: 'documents',
    text: `${detail['document']} ${subject} ${detail['state']}${named('number', detail['number'])}${named('refusal', detail['refusal'])}`,
  }),
};

/** Sources that are not a gateway's word. */
const bySource: Readonly<Record<string, string>> = {
  payment: 'buyer',
  renewal: 'buyer',
  supersede: 'shop',
  deadline: 'shop',
  operator: 'operator',
};

/** The lines of a sale's story, in order. */
export function describeTimeline(rows: readonly TimelineRow[]): TimelineLine[] {
  return rows.map((row) => ({ at: row.at.toISOString().replace(/\.\d+Z$/, 'Z'), ...describe[row.kind](row) }));
}
