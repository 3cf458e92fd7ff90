import type { PlantedBug } from './planted-bug.types.ts';

/** What breaks I1 to I8: what is charged, booked and given for it. */
export const bugsOfMoney: readonly PlantedBug[] = [
  {
    name: 'I1',
    about: 'a refusal is told as a payment',
    patches: [
      {
        file: 'src/apps/api/routes/payments/payment-response.server.ts',
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
        file: 'src/domain/payments/booking/record-captures.server.ts',
        find: 'surplusExceptionIds.push(await openSurplus(trx, attempt, order, movement, part.surplus, now));',
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
        file: 'src/domain/payments/facts/call-gateway.server.ts',
        find: 'const answer = await startCharge(',
        replace:
          "await tender.gateway.start({ ...charge, attemptId: 'att_' + [...attempt.id.slice(4)].reverse().join('') });\n  const answer = await startCharge(",
      },
    ],
    script: ['card'],
  },
  {
    name: 'I4',
    about: 'a refund is booked a cent short',
    patches: [
      {
        file: 'src/domain/payments/booking/record-refund-or-dispute.server.ts',
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
        file: 'sandbox/companies/test-acquirer/charge-rules.ts',
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
        file: 'src/server/domain-handlers.server.ts',
        find: '(_ctx, trx, order, now) => grantAccess(trx, order, now),',
        replace: 'async () => void grantAccess,',
      },
    ],
    script: ['card', 'pix'],
  },
  {
    name: 'I7',
    about: 'a voucher does not count what it gives',
    patches: [
      {
        file: 'src/domain/catalog/vouchers/voucher.repository.server.ts',
        find: '.doUpdateSet({ used: sql<bigint>`vouchers.used + 1` })',
        replace: '.doUpdateSet({ used: sql<bigint>`vouchers.used` })',
      },
      {
        file: 'src/domain/catalog/vouchers/voucher.repository.server.ts',
        find: ".where('vouchers.used', '<', limit),",
        replace: '',
      },
      {
        file: 'src/domain/catalog/vouchers/voucher.repository.server.ts',
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
        file: 'src/domain/payments/commands/open-attempt.server.ts',
        find: 'amount: tender.principal + tender.interest,',
        replace: 'amount: tender.principal + tender.interest + 1n,',
      },
    ],
    script: ['card', 'pix'],
    advance: [90],
  },
];
