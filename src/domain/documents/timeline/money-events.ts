import type { LedgerFacts, SaleFacts } from './sale-facts.types.ts';
import type { TimelineEvent } from './timeline.types.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Ledger lines with the balance of both accounts after each, and what was asked for, disputed and looked into. */
export function moneyEvents(sale: SaleFacts): TimelineEvent[] {
  const { currency } = sale.order;
  return [
    ...ledgerEvents(sale.ledger, currency),
    ...refundEvents(sale),
    ...sale.disputes.map((one): TimelineEvent => ({
      ...{ id: `dispute:${one.id}`, at: one.recordedAt, ring: 'books', kind: 'dispute', who: 'bank' },
      facts: {
        ...{ amount: one.amount.toString(), currency, reason: one.reason, stage: one.stage },
        ...{ evidenceDue: iso(one.evidenceDue), outcome: one.outcome, decidedAt: iso(one.decidedAt) },
      },
      links: [
        { kind: 'movement', id: one.movementId },
        { kind: 'attempt', id: one.attemptId },
      ],
    })),
    ...sale.exceptions.flatMap((one): TimelineEvent[] => {
      const shared = {
        ring: 'books',
        links: [
          { kind: 'exception', id: one.id },
          { kind: 'attempt', id: one.attemptId },
        ],
      } as const;
      const facts = { exception: one.kind, task: one.task, amount: one.amount.toString(), currency };
      const opened: TimelineEvent = {
        ...{ ...shared, id: `exception:${one.id}`, at: one.createdAt, kind: 'exception-opened', who: 'shop' },
        facts: { ...facts, assigned: one.assignedTo },
      };
      if (one.resolvedAt === null) return [opened];
      const { reference, outcome, resolvedBy, resolvedAt } = one;
      return [
        opened,
        {
          ...{ ...shared, id: `exception-end:${one.id}`, at: resolvedAt },
          ...{ kind: 'exception-resolved', who: resolvedBy ?? 'shop', facts: { ...facts, reference, outcome } },
        },
      ];
    }),
  ];
}

function ledgerEvents(lines: readonly LedgerFacts[], currency: string): TimelineEvent[] {
  const balances = new Map<string, bigint>();
  const add = (account: string, amount: bigint): string => {
    const balance = (balances.get(account) ?? 0n) + amount;
    balances.set(account, balance);
    return balance.toString();
  };
  return lines.map((line) => ({
    id: `ledger:${line.id}`,
    at: line.recordedAt,
    ring: 'books',
    kind: 'ledger-line',
    who: 'ledger',
    facts: {
      ...{
        entry: line.kind,
        amount: line.amount.toString(),
        currency,
        gateway: line.gateway,
        movement: line.movementId,
      },
      ...{ debit: line.debit, credit: line.credit, occurredAt: iso(line.occurredAt) },
      debitBalance: add(line.debit, line.amount),
      creditBalance: add(line.credit, -line.amount),
    },
    links: [
      { kind: 'movement', id: line.movementId },
      { kind: 'attempt', id: line.attemptId },
    ],
  }));
}

function refundEvents(sale: SaleFacts): TimelineEvent[] {
  const { currency, coolingOff } = sale.order;
  const events: TimelineEvent[] = [];
  if (coolingOff)
    events.push({
      ...{ id: 'cooling-off', at: coolingOff.at, ring: 'buyer', kind: 'cooling-off', who: 'buyer', links: [] },
      facts: { amount: coolingOff.amount.toString(), currency, lastDay: coolingOff.lastDay },
    });
  const requests = new Set<string>();
  for (const one of sale.refunds) {
    const links = [{ kind: 'refund', id: one.requestId } as const];
    if (!requests.has(one.requestId)) {
      requests.add(one.requestId);
      events.push({
        ...{ id: `refund:${one.requestId}`, at: one.requestedAt, ring: one.requestedBy === null ? 'books' : 'staff' },
        ...{ kind: 'refund-requested', who: one.requestedBy ?? 'shop', links },
        facts: { amount: one.total.toString(), currency, reason: one.reason, confirmedBy: one.confirmedBy },
      });
    }
    if (one.partId !== null)
      events.push({
        ...{ id: `refund-part:${one.partId}`, at: one.endedAt ?? one.requestedAt, ring: 'books', kind: 'refund-part' },
        who: sale.attempts.find(({ id }) => id === one.attemptId)?.gateway ?? 'shop',
        facts: { amount: one.amount.toString(), currency, state: one.state, movement: one.movementId },
        links: one.attemptId === null ? links : [...links, { kind: 'attempt', id: one.attemptId }],
      });
  }
  for (const one of sale.pendingRefunds) {
    const links = [{ kind: 'refund', id: one.id } as const];
    const facts = { amount: one.amount.toString(), currency };
    events.push({
      ...{
        id: `refund-waits:${one.id}`,
        at: one.requestedAt,
        ring: 'staff',
        kind: 'refund-waits',
        who: one.requestedBy,
      },
      ...{ facts: { ...facts, reason: one.reason, expiresAt: iso(one.expiresAt) }, links },
    });
    if (one.decidedAt !== null)
      events.push({
        ...{ id: `refund-decided:${one.id}`, at: one.decidedAt, ring: 'staff', kind: 'refund-decided', links },
        ...{ who: one.decidedBy ?? 'shop', facts: { ...facts, state: one.state } },
      });
  }
  return events;
}
