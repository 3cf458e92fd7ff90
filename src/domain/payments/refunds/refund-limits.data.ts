import type { Currency } from '#src/kernel/money/money.ts';

/**
 * How much of one order's money one person of the staff may send back, all that was sent so far by single people together;
 * minor units. What goes above waits until somebody else agrees (docs/decisions/0025). By the market's currency.
 */
export const singleApprovalLimits: Readonly<Record<Currency, bigint>> = {
  BRL: 200_000n,
  MZN: 2_000_000n,
  PEN: 200_000n,
};

/** Hours for which a refund waits for somebody else's yes; afterwards it is asked for anew, under another name. */
export const refundApprovalHours = 48;
