import type { Evidence } from '#src/domain/documents/evidence-pack/index.server.ts';
import { isErased } from '#src/domain/checkout/leads/index.server.ts';
import { formatOrderReference } from '#src/domain/orders/index.server.ts';
import type { DisputeResponse, DisputeView } from '#src/domain/refunds/disputes/index.ts';
import { markets } from '#src/kernel/locale/markets.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { maskEmail, maskName, maskNumber } from '#src/kernel/validation/mask-personal.ts';
import type { DisputeCase, DisputeRow, UseStep } from './disputes.types.ts';

/** A dispute as lists show it. */
export function disputeRow(dispute: DisputeView): DisputeRow {
  const { id, orderId, brand, method, gateway, scheme, last4, currency, reason, category, stage } = dispute;
  return {
    ...{ id, orderId, brand, method, gateway, scheme, last4, currency, reason, category, stage },
    orderReference: formatOrderReference(dispute.orderReference),
    ...{ amount: unitsToJson(dispute.amount), occurredAt: dispute.occurredAt.toISOString(), outcome: dispute.outcome },
    evidenceDue: dispute.evidenceDue?.toISOString() ?? null,
    decidedAt: dispute.decidedAt?.toISOString() ?? null,
    respondedAt: dispute.respondedAt?.toISOString() ?? null,
  };
}

/** A dispute with its evidence, personal data masked. */
export function disputeCase(
  { dispute, order, lines, buyer, agreed, used, earlier, compelling }: Evidence,
  responses: readonly DisputeResponse[],
  mayAnswer: boolean,
): DisputeCase {
  const payments = compelling.result === 'not-applicable' ? [] : compelling.payments;
  return {
    ...{ ...disputeRow(dispute), movementId: dispute.movementId, mayAnswer },
    timeZone: markets[order.market].timeZone,
    who: {
      isErased: isErased(buyer),
      ...{ name: maskName(buyer.name), email: maskEmail(buyer.email), phone: maskNumber(buyer.phone) },
      phoneVerifiedAt: buyer.phoneVerifiedAt?.toISOString() ?? null,
      document: buyer.document && `${buyer.document.type.toUpperCase()} •••${buyer.document.number.slice(-3)}`,
    },
    agreed: {
      lines: lines.map(({ title, amount }) => ({ title, amount: unitsToJson(amount) })),
      ...{ total: unitsToJson(order.total), orderedAt: order.createdAt.toISOString() },
      contracts: agreed.acceptances.map(({ label, at, ip }) => ({ label, at: at.toISOString(), ip: maskIp(ip) })),
      consents: agreed.consents.map(({ kind, label, at, accepted }) => ({
        kind,
        label,
        at: at.toISOString(),
        accepted,
      })),
    },
    used: useSteps(used),
    earlier: earlier.map((sale) => ({
      ...{
        orderId: sale.id,
        reference: formatOrderReference(sale.reference),
        total: unitsToJson(sale.total),
        currency: sale.currency,
      },
      ...{ paidAt: sale.paidAt.toISOString(), isDisputed: Boolean(sale.isDisputed) },
    })),
    compelling: {
      result: compelling.result,
      elements: compelling.result === 'qualified' ? compelling.elements : [],
      payments: payments.map(({ orderReference, amount, currency, at, matches }) => ({
        ...{
          reference: formatOrderReference(orderReference),
          amount: unitsToJson(amount),
          currency,
          at: at.toISOString(),
          matches,
        },
      })),
    },
    responses: responses.map(({ respondedBy: by, at, ...one }) => ({ ...one, by, at: at.toISOString() })),
  };
}

/** In the order in which they happened. */
function useSteps({ changes, entries, emails, deliveries }: Evidence['used']): UseStep[] {
  const steps = [
    ...changes.map(({ change, cause, at }) => ({ kind: change, at, detail: cause })),
    ...deliveries.map(({ endpoint, at }) => ({ kind: 'platform' as const, at, detail: endpoint })),
    ...entries.map(({ at }) => ({ kind: 'entered' as const, at, detail: '' })),
    ...emails.map(({ kind, at }) => ({ kind: 'email' as const, at, detail: kind })),
  ];
  return steps
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, ...step }) => ({ ...step, at: at.toISOString() }));
}

/** The network of an address: enough to compare two of them. */
function maskIp(ip: string): string {
  return ip.includes(':') ? `${ip.split(':').slice(0, 3).join(':')}:…` : `${ip.split('.').slice(0, 2).join('.')}.•.•`;
}
