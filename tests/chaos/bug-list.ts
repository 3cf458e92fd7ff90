import type { Kind } from './shops.ts';

/** A bug that exists only in processes that are told of it, and what must see it. */
export interface PlantedBug {
  /** The promise that it breaks. */
  readonly name: string;
  readonly about: string;
  /** Exact places of the code, and what stands there instead. */
  readonly patches: readonly { readonly file: string; readonly find: string; readonly replace: string }[];
  /** What is done to the database before the product starts on it. */
  readonly sql?: string;
  /** The buyers who come, and by how many seconds everybody's time moves after them. */
  readonly script: readonly Kind[];
  readonly advance?: readonly number[];
  /** Other promises that cannot hold either where this one is broken so. */
  readonly also?: readonly string[];
}

export function afterRefusal(name: string, file: string): string {
  return `The place for the bug of ${name} in ${file} has changed: say in tests/chaos/bug-list.ts where it is now`;
}

const day = 86_400;

export const bugs: readonly PlantedBug[] = [
  {
    name: 'I1',
    about: 'a refusal is told as a payment',
    patches: [
      {
        file: 'src/apps/api/payment-answer.server.ts',
        find: 'const { orderId, attemptId, state } = answer;',
        replace:
          "const { orderId, attemptId } = answer; const state = answer.state === 'declined' ? 'captured' : answer.state;",
      },
    ],
    script: ['refused-card', 'card'],
  },
  {
    name: 'I2',
    about: 'money that came twice gets no task',
    patches: [
      {
        file: 'src/domain/payments/record-captures.server.ts',
        find: 'surplusBreakIds.push(await openSurplus(trx, attempt, order, movement, part.surplus, now));',
        replace: 'void openSurplus;',
      },
    ],
    script: ['pix-twice', 'pix'],
  },
  {
    name: 'I3',
    about: 'every try makes a charge under a new key first',
    patches: [
      {
        file: 'src/domain/payments/call-gateway.server.ts',
        find: 'const answer = await startCounted(',
        replace:
          "await tender.gateway.start({ ...charge, attemptId: 'att_' + [...attempt.id.slice(4)].reverse().join('') });\n  const answer = await startCounted(",
      },
    ],
    script: ['pix', 'pix'],
  },
  {
    name: 'I4',
    about: 'a refund is booked a cent short',
    patches: [
      {
        file: 'src/domain/payments/record-reversals.server.ts',
        find: 'debit: accounts.sales(order.brand), amount: parts.principal }',
        replace: 'debit: accounts.sales(order.brand), amount: parts.principal - 1n }',
      },
    ],
    script: ['refund'],
    advance: [90],
  },
  {
    name: 'I5',
    about: 'a refund asks the company for four times its amount, which lets it',
    patches: [
      {
        file: 'src/gateways/test-acquirer/gateway.server.ts',
        find: 'json: { amount: unitsToJson(amount.amount) },',
        replace: 'json: { amount: unitsToJson(amount.amount) * 4 },',
      },
      {
        file: 'src/apps/outside-world/acquirer/charge-rules.ts',
        find: 'return asked.refunded + asked.refund > asked.sale ?',
        replace: 'return asked.sale < 0 ?',
      },
    ],
    script: ['refund'],
    advance: [90],
  },
  {
    name: 'I6',
    about: 'a paid order gives no access',
    patches: [
      {
        file: 'src/domain/payments/settle-order.server.ts',
        find: 'await grantAccess(trx, order, now);',
        replace: 'void grantAccess;',
      },
    ],
    script: ['card', 'pix'],
  },
  {
    name: 'I7',
    about: 'a voucher does not count what it gives',
    patches: [
      {
        file: 'src/domain/vouchers/voucher.repository.server.ts',
        find: '.doUpdateSet({ used: sql<bigint>`vouchers.used + 1` })',
        replace: '.doUpdateSet({ used: sql<bigint>`vouchers.used` })',
      },
      {
        file: 'src/domain/vouchers/voucher.repository.server.ts',
        find: ".where('vouchers.used', '<', limit),",
        replace: '',
      },
      {
        file: 'src/domain/vouchers/voucher.repository.server.ts',
        find: 'if ((row?.used ?? 0n) < BigInt(voucher.limit)) return false;',
        replace: 'if (row === undefined || row.used >= 0n) return false;',
      },
    ],
    script: ['voucher', 'voucher', 'voucher', 'voucher'],
  },
  {
    name: 'I8',
    about: 'a cent more is charged than was quoted',
    patches: [
      {
        file: 'src/domain/payments/open-attempt.server.ts',
        find: 'amount: tender.principal + tender.interest,',
        replace: 'amount: tender.principal + tender.interest + 1n,',
      },
    ],
    script: ['card', 'pix'],
    advance: [90],
  },
  {
    name: 'I9',
    about: 'news about a paid attempt makes it a failed one',
    patches: [
      {
        file: 'src/domain/payments/decide-fact.server.ts',
        find: 'const state = mayMove(from, wanted) ? wanted : from;',
        replace: "const state = from === 'captured' ? 'failed' : mayMove(from, wanted) ? wanted : from;",
      },
    ],
    script: ['card', 'card', 'card', 'refund'],
    advance: [90],
  },
  {
    name: 'I10',
    about: 'nobody looks at attempts whose time has come',
    patches: [
      {
        file: 'src/domain/payments/check-attempt.server.ts',
        find: 'const rest = due.values();',
        replace: 'const rest = due.slice(due.length).values();',
      },
    ],
    script: ['left', 'card'],
    advance: [3 * day],
  },
  {
    name: 'I11',
    about: 'a key does not know what it was used for',
    patches: [
      {
        file: 'src/domain/payments/idempotency.repository.server.ts',
        find: 'return sha256(JSON.stringify([request.asked ?? request.quoteId, tenders]));',
        replace: 'return sha256(String(tenders.length > 99));',
      },
    ],
    script: ['card', 'card', 'pix'],
  },
  {
    name: 'I12',
    about: 'a message is acknowledged and not kept',
    patches: [
      {
        file: 'src/domain/payments/notification.repository.server.ts',
        find: 'if (hints.length === 0) return [];',
        replace: 'if (hints.length >= 0) return [];',
      },
    ],
    script: ['card', 'card'],
  },
  {
    name: 'I13',
    about: 'events are marked as told, and are not',
    patches: [
      {
        file: 'src/outgoing.server.ts',
        find: 'post: (url, body, headers) => poster.post(url, body, headers),',
        replace: "post: async () => ({ kind: 'status', status: 200, headers: {} }),",
      },
    ],
    script: ['card'],
    advance: [90],
  },
  {
    name: 'I14',
    about: 'a worker charges a term twice, and no lock or look stops it',
    patches: [
      {
        file: 'src/domain/renewals/charge-periods.server.ts',
        find: 'await chargePeriod(ctx, period);\n        } catch',
        replace: 'await chargePeriod(ctx, period); await chargePeriod(ctx, period);\n        } catch',
      },
      {
        file: 'src/domain/renewals/open-period.server.ts',
        find: 'if (!subscription || !period || period.orderId !== seen.orderId) return null;',
        replace: 'if (!subscription || !period) return null;',
      },
      {
        file: 'src/domain/renewals/open-period.server.ts',
        find: 'if (period.state !== seen.state || period.tries !== seen.tries) return null;',
        replace: '',
      },
      {
        file: 'src/domain/renewals/open-period.server.ts',
        find: "if (period.state === 'paid' || period.state === 'forgiven') return null;",
        replace: '',
      },
    ],
    script: ['renewal'],
    advance: [366 * day],
  },
  {
    name: 'I15',
    about: 'what is reserved for a price that never comes whole is kept',
    patches: [
      {
        file: 'src/domain/payments/end-rescue.server.ts',
        find: 'if (!isRescueOver(order.state, order.rescueUntil ?? null, now)) return false;',
        replace: 'if (isRescueOver(order.state, null, now) || now.getTime() > 0) return false;',
      },
    ],
    script: ['half-refused', 'card'],
    advance: [2 * day],
  },
  {
    name: 'I16',
    about: "a card's token is printed",
    patches: [
      {
        file: 'src/domain/payments/call-gateway.server.ts',
        find: "ctx.crashPoint('pay-before-gateway');",
        replace: "ctx.crashPoint('pay-before-gateway');\n  console.log(JSON.stringify(charge.details));",
      },
    ],
    script: ['card'],
  },
  {
    name: 'I17',
    about: "every brand's receivers are told of every sale",
    patches: [
      {
        file: 'src/outgoing.server.ts',
        find: "endpointsOf: (brand, variant) => ofBrands.get(brandOf(brands, brand, variant)?.id ?? '') ?? [],",
        replace: 'endpointsOf: () => (void brandOf, [...endpoints.values()]),',
      },
    ],
    script: ['card', 'pix', 'pix'],
    advance: [90],
  },
  {
    name: 'I18',
    about: 'an amount is kept as a floating point number',
    patches: [],
    sql: 'alter table refund_requests alter column amount type double precision',
    script: ['pix'],
  },
];
