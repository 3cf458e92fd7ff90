import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import { sha256 } from '#src/kernel/ids/ids.server.ts';
import { auditTrailOf } from '../audit-trail/index.server.ts';
import type { DocumentsContext } from '../context.server.ts';
import type { DisputeView } from '../../refunds/disputes/index.ts';
import type { CompellingEvidence } from './compelling-evidence.ts';
import { type Evidence, gatherEvidence } from './gather-evidence.server.ts';

/** A pack that may be handed in. */
export interface EvidencePack {
  readonly evidence: Evidence;
  /** What staff added in their own words; may be empty. */
  readonly statement: string;
  /** The JSON file, byte for byte. */
  readonly text: string;
  /** SHA-256 of its content and of the audit trail's head: the same evidence has the same hash whenever it is made. */
  readonly hash: string;
  readonly madeAt: Date;
}

/** The format of the JSON file. */
const evidencePackFormat = 'matricula-dispute/1';

/**
 * The evidence pack of a dispute as it is now, with the sale's sealed audit trail where a signing key is configured. Null where
 * the sale is gone.
 */
export async function evidencePackOf(
  ctx: DocumentsContext,
  dispute: DisputeView,
  statement: string,
): Promise<EvidencePack | null> {
  const evidence = await gatherEvidence(ctx.db, dispute);
  if (!evidence) return null;
  const trail = await auditTrailOf(ctx, dispute.orderId);
  const madeAt = ctx.clock.now();
  const content = { ...contentOf(evidence, statement), auditTrailHead: trail?.file.seal.head ?? null };
  const hash = sha256(JSON.stringify(content));
  const file: JsonObject = {
    ...{ format: evidencePackFormat, madeAt: madeAt.toISOString(), contentHash: hash, ...content },
    auditTrail: trail && (JSON.parse(trail.text) as JsonValue),
  };
  const text = `${JSON.stringify(file, null, 2)}\n`;
  return { evidence, statement, text, hash, madeAt };
}

function contentOf({ dispute, order, lines, buyer, agreed, used, earlier, compelling }: Evidence, statement: string) {
  return {
    dispute: {
      ...{ id: dispute.id, gateway: dispute.gateway, movement: dispute.movementId, stage: dispute.stage },
      ...{
        reason: dispute.reason,
        category: dispute.category,
        amount: String(dispute.amount),
        currency: dispute.currency,
      },
      ...{ scheme: dispute.scheme, last4: dispute.last4, occurredAt: dispute.occurredAt.toISOString() },
      evidenceDue: dispute.evidenceDue?.toISOString() ?? null,
    },
    sale: {
      ...{ order: order.reference, brand: order.brand, product: order.productCode, plan: order.planId },
      ...{ total: String(order.total), currency: order.currency, orderedAt: order.createdAt.toISOString() },
      paidAt: order.paidAt?.toISOString() ?? null,
      lines: lines.map(({ title, amount }) => ({ title, amount: String(amount) })),
    },
    buyer: {
      ...{ name: buyer.name, email: buyer.email, phone: buyer.phone, document: buyer.document },
      phoneVerifiedAt: buyer.phoneVerifiedAt?.toISOString() ?? null,
    },
    agreed: {
      contracts: agreed.acceptances.map(({ at, ...one }) => ({ ...one, at: at.toISOString() })),
      consents: agreed.consents.map(({ at, ...one }) => ({ ...one, at: at.toISOString() })),
    },
    used: {
      access: used.changes.map(({ at, ...one }) => ({ ...one, at: at.toISOString() })),
      entries: used.entries.map(({ at }) => at.toISOString()),
      emails: used.emails.map(({ kind, at }) => ({ kind, acceptedAt: at.toISOString() })),
      platform: used.deliveries.map(({ endpoint, at }) => ({ endpoint, acceptedAt: at.toISOString() })),
    },
    earlierSales: earlier.map(({ total, returned, paidAt, ...sale }) => ({
      ...{ ...sale, total: String(total), returned: String(returned), paidAt: paidAt.toISOString() },
    })),
    compellingEvidence: compellingJson(compelling),
    statement,
  };
}

function compellingJson(compelling: CompellingEvidence): JsonObject {
  if (compelling.result === 'not-applicable') return { result: compelling.result };
  const payments = compelling.payments.map(({ amount, at, ...one }) => ({
    ...{ ...one, amount: String(amount), at: at.toISOString() },
  }));
  return compelling.result === 'qualified'
    ? { result: compelling.result, elements: compelling.elements, payments }
    : { result: compelling.result, payments };
}
