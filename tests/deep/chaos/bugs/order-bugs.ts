import type { PlantedBug } from './planted-bug.types.ts';

const day = 86_400;

/** What breaks I9 to I18: what happens when, how often, and who learns of it. */
export const bugsOfOrder: readonly PlantedBug[] = [
  {
    name: 'I9',
    about: 'news about a paid attempt makes it a failed one',
    patches: [
      {
        file: 'src/domain/payments/attempts/decide-fact.server.ts',
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
        file: 'src/domain/payments/commands/poll-attempt.server.ts',
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
        file: 'src/domain/payments/commands/idempotency.repository.server.ts',
        find: 'JSON.stringify([request.asked ?? request.quoteId, tenders])',
        replace: 'String(tenders.length > 99)',
      },
    ],
    script: ['card', 'card', 'pix'],
  },
  {
    name: 'I12',
    about: 'a message is acknowledged and not kept',
    patches: [
      {
        file: 'src/domain/payments/commands/incoming-webhook.repository.server.ts',
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
        file: 'src/server/webhooks.server.ts',
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
        file: 'src/domain/subscriptions/charging/charge-periods.server.ts',
        find: 'await chargePeriod(ctx, period);\n      } catch',
        replace: 'await chargePeriod(ctx, period); await chargePeriod(ctx, period);\n      } catch',
      },
      {
        file: 'src/domain/subscriptions/charging/lock-period.server.ts',
        find: 'if (!subscription || !period || period.orderId !== snapshot.orderId) return null;',
        replace: 'if (!subscription || !period) return null;',
      },
      {
        file: 'src/domain/subscriptions/charging/lock-period.server.ts',
        find: 'if (period.state !== snapshot.state || period.tries !== snapshot.tries) return null;',
        replace: '',
      },
      {
        file: 'src/domain/subscriptions/charging/lock-period.server.ts',
        find: "if (period.state === 'paid' || period.state === 'waived') return null;",
        replace: '',
      },
    ],
    sql: 'drop index billing_periods_owed',
    script: ['renewal'],
    advance: [366 * day, 90, 90],
    // The term after it stands already: the second charge cannot be written down.
    also: ['I4'],
  },
  {
    name: 'I15',
    about: 'what is reserved for a price that never comes whole is kept',
    patches: [
      {
        file: 'src/domain/payments/split/expire-hold.server.ts',
        find: 'if (!isHoldExpired(order.state, order.holdExpiresAt ?? null, now)) return false;',
        replace: 'if (isHoldExpired(order.state, null, now) || now.getTime() > 0) return false;',
      },
    ],
    script: ['half-refused', 'card'],
    advance: [2 * day, 90, 90, 90],
    // What is reserved for ever is open for ever.
    also: ['I10'],
  },
  {
    name: 'I16',
    about: "a card's token is printed",
    patches: [
      {
        file: 'src/domain/payments/facts/call-gateway.server.ts',
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
        file: 'src/server/webhooks.server.ts',
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
