import type { Selectable } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import type { Fact } from './audit-trail.types.ts';
import { moneyRows, saleRows } from './audit-facts.repository.server.ts';
import { moneyFacts } from './money-facts.ts';

/**
 * All facts of a paid sale, oldest first. `order`: its row, read under its lock. `now`: the time of facts that are stored
 * without one.
 */
export async function gatherFacts(db: Db, order: Selectable<Database['orders']>, now: Date): Promise<Fact[]> {
  const [{ lead, quote, acceptances, consents, code, lines }, money] = await Promise.all([
    saleRows(db, order),
    moneyRows(db, order.id),
  ]);
  const facts: Fact[] = [
    {
      kind: 'order',
      source: `order:${order.id}`,
      occurredAt: order.created_at,
      body: {
        number: order.reference,
        quote: order.quote_id,
        ...{ brand: order.brand, variant: order.variant, business: order.business, market: order.market },
        ...{ product: order.product_code, plan: order.plan_id, locale: order.locale },
        ...{ seller: order.seller, origin: order.source, currency: order.currency, total: String(order.total) },
        after: order.parent_order_id,
        lines: lines.map((line) => ({
          ...{ kind: line.kind, product: line.product_code, plan: line.plan_id, title: line.title },
          amount: String(line.amount),
        })),
      },
      personal: {
        ...{ name: lead.name, email: lead.email, phone: lead.phone },
        ...(lead.document_type && lead.document_number
          ? { document: `${lead.document_type} ${lead.document_number}` }
          : {}),
      },
    },
    ...acceptances.flatMap((one): Fact[] => [
      {
        kind: 'contract',
        source: `contract:${one.contract_id}`,
        occurredAt: one.created_at,
        body: { terms: one.terms_version, textHash: one.text_hash, locale: one.locale },
        ...(one.erased_at === null ? { personal: { text: one.body } } : {}),
      },
      {
        kind: 'acceptance',
        source: `acceptance:${one.id}`,
        occurredAt: one.accepted_at,
        body: { contract: one.contract_id, textHash: one.text_hash, label: one.label },
        personal: { address: one.ip },
      },
    ]),
    ...consents.map((one): Fact => ({
      kind: 'consent',
      source: `consent:${one.id}`,
      occurredAt: one.at,
      body: { of: one.kind, accepted: one.accepted, label: one.label, textHash: one.text_hash },
      personal: { address: one.ip },
    })),
    ...moneyFacts(money, now),
  ];
  if (quote) {
    facts.push({
      kind: 'quote',
      source: `quote:${quote.id}`,
      occurredAt: quote.created_at,
      body: {
        ...{ product: quote.product_code, plan: quote.plan_id, planType: quote.plan_type, currency: quote.currency },
        ...{ lines: quote.lines, voucher: quote.voucher, discount: String(quote.discount), total: String(quote.total) },
        installments: quote.installments,
        methods: quote.methods,
        holdsUntil: quote.expires_at.toISOString(),
      },
    });
  }
  if (lead.verified_phone === lead.phone && lead.phone_verified_at) {
    const body: JsonObject = code ? { code: code.id, sentAt: code.sent_at.toISOString(), wrongTries: code.tries } : {};
    const occurredAt = lead.phone_verified_at;
    facts.push({
      kind: 'phone-check',
      source: `phone:${occurredAt.toISOString()}`,
      occurredAt,
      body,
      personal: { phone: lead.phone },
    });
  }
  // A contract that was accepted twice was shown once.
  const bySource = new Map(facts.map((fact) => [fact.source, fact]));
  return [...bySource.values()].sort(
    (one, other) => Number(one.occurredAt) - Number(other.occurredAt) || (one.source < other.source ? -1 : 1),
  );
}
