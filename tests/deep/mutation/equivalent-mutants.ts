/** A mutant that no test can tell from the product, and why. It counts as not killed all the same. */
export interface Equivalent {
  readonly file: string;
  /** The line that it is in, without what that is indented by. */
  readonly source: string;
  readonly original: string;
  readonly replacement: string;
  readonly why: string;
}

const decimal = 'src/kernel/money/decimal.ts';
const cover = 'src/domain/orders/decide-split.ts';
const limits = 'src/domain/payments/ports/amount-limits.ts';
const captures = 'src/domain/payments/booking/record-captures.server.ts';
const reversals = 'src/domain/payments/facts/apply-returned-money.server.ts';
const returns = 'src/domain/payments/facts/book-refunds-and-disputes.server.ts';
const surplus = 'src/domain/payments/refunds/refund-surplus.server.ts';
const zero = 'zero has no sign: what is done to a negative number leaves it as it is';

export const equivalents: readonly Equivalent[] = [
  {
    ...{ file: decimal, source: 'return units < 0n ? -units : units;' },
    ...{ original: 'units < 0n', replacement: 'units <= 0n', why: zero },
  },
  {
    ...{ file: decimal, source: 'return dividend * divisor < 0n ? -rounded : rounded;' },
    ...{ original: 'dividend * divisor < 0n', replacement: 'dividend * divisor <= 0n', why: zero },
  },
  ...[
    'domain/payments/booking/divide-captures.ts',
    'domain/payments/booking/returned-money.ts',
    'domain/payments/booking/refund-sources.ts',
  ].map((file) => ({
    ...{ file: `src/${file}`, source: 'return a < b ? a : b;', original: 'a < b', replacement: 'a <= b' },
    why: 'of two equal amounts either is the smaller one',
  })),
  {
    ...{ file: cover, source: 'const held = received + reserved > total ? total : received + reserved;' },
    ...{ original: 'received + reserved > total', replacement: 'received + reserved >= total' },
    why: 'where both are equal it does not matter which one is told',
  },
  {
    ...{ file: cover, source: 'const owed = total - held - open > 0n ? total - held - open : 0n;' },
    ...{ original: 'total - held - open > 0n', replacement: 'total - held - open >= 0n', why: 'nothing is nothing' },
  },
  ...[
    ['a < b', 'false', 'sorting only asks whether one comes before the other, which the second question answers'],
    ['a < b', 'a <= b', 'equal limits may stand in any order'],
    ['a > b', 'true', 'equal limits may stand in any order'],
    ['a > b', 'a >= b', 'equal limits may stand in any order'],
  ].map(([original = '', replacement = '', why = '']) => ({
    ...{ file: limits, source: 'const descending = (a: bigint, b: bigint): number => (a < b ? 1 : a > b ? -1 : 0);' },
    ...{ original, replacement, why },
  })),
  {
    file: limits,
    source: "if (least !== undefined && amount < least) return { code: 'amount-below-limit', limit: least };",
    ...{ original: 'least !== undefined', replacement: 'true', why: 'nothing is less than undefined' },
  },
  {
    file: limits,
    source: "return most !== undefined && amount > most ? { code: 'amount-above-limit', limit: most } : null;",
    ...{ original: 'most !== undefined', replacement: 'true', why: 'nothing is more than undefined' },
  },
  {
    ...{ file: 'src/domain/payments/attempts/decide-hold-window.server.ts' },
    source: 'return heldUntil !== null && heldUntil < full ? heldUntil : full;',
    ...{ original: 'heldUntil < full', replacement: 'heldUntil <= full', why: 'the same instant either way' },
  },
  {
    ...{ file: 'src/domain/payments/booking/returned-money.ts' },
    source: 'return isSame && came !== undefined && came <= movement.at;',
    ...{ original: 'came !== undefined', replacement: 'true', why: 'undefined is before no instant' },
  },
  {
    ...{ file: 'src/domain/payments/attempts/next-check.ts' },
    source: 'if (times.deadlineAt > now) return times.deadlineAt < check ? times.deadlineAt : check;',
    ...{ original: 'times.deadlineAt < check', replacement: 'times.deadlineAt <= check' },
    why: 'the same instant either way',
  },
  {
    ...{ file: 'src/domain/payments/booking/refund-sources.ts' },
    source: 'const takes = all > 0n ? smaller(most, all) : 0n;',
    ...{ original: 'all > 0n', replacement: 'all >= 0n', why: 'of nothing, nothing is taken' },
  },
  {
    ...{ file: 'src/domain/payments/booking/refund-sources.ts' },
    source: 'const more = smaller(missing, (tenders[index]?.left ?? 0n) - share);',
    ...{
      original: 'tenders[index]?.left',
      replacement: 'tenders[index].left',
      why: 'there are as many shares as tenders',
    },
  },
  ...[
    ["kind !== 'capture'", 'true'],
    ["'capture'", '""'],
  ].map(([original = '', replacement = '']) => ({
    ...{
      file: returns,
      source: ".filter(({ kind, amount }) => kind !== 'capture' && amount > 0n)",
      original,
      replacement,
    },
    why: 'captures stand in the books by then and are passed over; what is saved is to ask for each of them',
  })),
  ...[
    {
      source: 'if (!order) throw new Error(`No order ${attempt.order_id}`);',
      original: '!order',
      replacement: 'false',
    },
    {
      source: 'if (!order) throw new Error(`No order ${attempt.order_id}`);',
      ...{ original: '`No order ${attempt.order_id}`', replacement: '``' },
    },
  ].map((one) => ({
    file: returns,
    ...one,
    why: 'its caller has locked that order: the question is for the compiler',
  })),
  ...['true', 'movement.amount >= 0n'].map((replacement) => ({
    file: captures,
    source: "const captures = movements.filter((movement) => movement.kind === 'capture' && movement.amount > 0n);",
    ...{ original: 'movement.amount > 0n', replacement, why: 'what brought nothing books nothing and moves nothing' },
  })),
  ...['captures', 'fresh'].map((of) => ({
    ...{ file: captures, source: `if (${of}.length === 0) return null;`, original: `${of}.length === 0` },
    ...{ replacement: 'false', why: 'of nothing new nothing is booked: what is saved is to ask and to write it again' },
  })),
  ...[
    ['!order || !part || !attempt', '(!order || !part) && !attempt'],
    ['!order || !part', 'false'],
    ['!order || !part', '!order && !part'],
  ].map(([original = '', replacement = '']) => ({
    file: 'src/domain/payments/refunds/record-manual-refund.server.ts',
    ...{ source: "if (!order || !part || !attempt) return err('part-not-found');", original, replacement },
    why: 'where there is no order no part is read, and where there is no part no attempt: the rest is for the compiler',
  })),
  {
    file: reversals,
    source: 'const returned = all < order.received ? all : order.received;',
    ...{ original: 'all < order.received', replacement: 'all <= order.received' },
    why: 'of two equal amounts either is the smaller one',
  },
  {
    ...{ file: reversals, source: "await recordEvent(trx, order.id, 'order-refunded', '', payload, now);" },
    ...{ original: "''", replacement: '"Stryker was here!"', why: 'once per order, whichever word it is' },
  },
  ...['true', 'order.received >= 0n'].map((replacement) => ({
    ...{
      file: 'src/domain/payments/facts/apply-order-payment.server.ts',
      original: 'order.received > 0n',
      replacement,
    },
    source: 'if (order.received > 0n) await resolveShortfalls(trx, order.id, now);',
    why: 'before any money came there is no shortfall to end: what is saved is to ask',
  })),
  {
    file: 'src/domain/payments/facts/apply-gateway-fact.server.ts',
    source: 'if (!order || !attempt) throw new Error(`No attempt ${attemptId}`);',
    ...{ original: '!order || !attempt', replacement: '!order && !attempt' },
    why: 'the order is found by the attempt: neither is there without the other',
  },
  {
    file: 'src/domain/payments/commands/poll-attempt.server.ts',
    ...{ source: "await deferNextCheck(ctx, attempt, 'nothing');", original: "'nothing'", replacement: '""' },
    why: 'it only must be none of the two words that are counted',
  },
  ...[
    {
      file: surplus,
      source: "if (!open) await applyGatewayFact(ctx, attempt.id, fact, 'answer');",
      ...{ original: '!open', replacement: 'true' },
      why: 'what is in the books already is passed over: what is saved is to ask for it',
    },
    ...[
      { file: surplus, source: "if (!open) await applyGatewayFact(ctx, attempt.id, fact, 'answer');" },
      {
        file: 'src/domain/payments/refunds/refund-part.server.ts',
        source:
          "await applyGatewayFact(ctx, attempt.id, fact, 'answer', (trx) => completeOwnPart(ctx, trx, part, movement.id));",
      },
    ].map((one) => ({
      ...{ ...one, original: "'answer'", replacement: '""' },
      why: 'it is told of an attempt that moves, and one whose money goes back has come to its end',
    })),
    {
      file: 'src/domain/payments/refunds/staff-refund.server.ts',
      source: "if (!order || !waiting) return err('refund-not-found');",
      ...{ original: '!order || !waiting', replacement: '!order && !waiting' },
      why: 'where there is no order nothing was read that waits: the rest is for the compiler',
    },
  ],
  {
    file: 'src/domain/payments/commands/write-tenders.server.ts',
    source: "if (!first) throw new Error('A call without a tender');",
    ...{ original: "'A call without a tender'", replacement: '""' },
    why: 'a call without a tender is refused before: the question is for the compiler',
  },
  {
    file: 'src/domain/payments/commands/close-abandoned-orders.server.ts',
    source: "if (order?.state !== 'open') return false;",
    ...{ original: 'order?.state', replacement: 'order.state', why: 'its id was read from that order' },
  },
  {
    file: 'src/domain/payments/facts/apply-gateway-fact.server.ts',
    source: 'if (known) await ctx.handlers.onMandateChanged(ctx, trx, order.id, known.id);',
    ...{ original: 'known', replacement: 'true', why: 'it was written in the same transaction' },
  },
  {
    file: 'src/domain/payments/commands/renew-attempt.server.ts',
    source: "planId: '',",
    ...{ original: "''", replacement: '"Stryker was here!"', why: 'the order of a renewed code has its plan already' },
  },
  {
    file: 'src/domain/payments/split/advance-split-order.server.ts',
    source: "return { kind: 'start', order, attempt, secrets: decryptSplitPart(ctx, attempt.sealed_request) };",
    ...{ original: "'start'", replacement: '""', why: 'it is what is neither of the two kinds that are asked for' },
  },
  ...[
    ["''", '"Stryker was here!"', "return ok(zeroAmountAnswer(known.orderId ?? ''));"],
    ['`Attempt ${known.attemptId} vanished`', '``', 'throw new Error(`Attempt ${known.attemptId} vanished`);'],
  ].map(([original = '', replacement = '', end = '']) => ({
    file: 'src/domain/payments/commands/replay.server.ts',
    source: `${end.startsWith('return') ? 'if (known.attemptId === null)' : 'if (!attempt)'} ${end}`,
    ...{
      original,
      replacement,
      why: 'a key has its order or its attempt by a foreign key: the rest is for the compiler',
    },
  })),
  ...[
    ["{ state: 'refunded', received: order.received }", '{}'],
    ["'refunded'", '""'],
  ].map(([original = '', replacement = '']) => ({
    ...{ file: reversals, source: "return { state: 'refunded', received: order.received };", original, replacement },
    why: 'it says that the order does not wait for money any more, and so does any other word',
  })),
];
