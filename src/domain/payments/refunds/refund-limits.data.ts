import type { Currency } from '#src/kernel/money/money.ts';

/**
 * How much of an order's money operators may refund without approval, all such refunds together; minor units, by currency. A
 * larger refund waits for the approval of another operator (docs/decisions/0024).
 */
export const singleApprovalLimits: Readonly<Record<Currency, bigint>> = {
  BRL: 200_000n,
  MZN: 2_000_000n,
  PEN: 200_000n,
};

/** Hours for which a refund waits for approval; afterwards it has to be requested anew, under another id. */
export const refundApprovalHours = 48;
