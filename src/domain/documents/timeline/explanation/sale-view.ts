import { isOpen } from '../../../payments/index.ts';
import type { AttemptFacts, ExceptionFacts, SaleFacts } from '../sale-facts.types.ts';
import type { ExplanationValue } from './explanation.types.ts';

/** The facts of a sale as rules ask for them. */
export interface SaleView {
  readonly sale: SaleFacts;
  readonly order: SaleFacts['order'];
  readonly now: Date;
  readonly last: AttemptFacts | null;
  /** Attempts that may still take money and were not replaced by a newer one. */
  readonly open: readonly AttemptFacts[];
  readonly captured: readonly AttemptFacts[];
  /** Open reconciliation exceptions, oldest first. */
  readonly tasks: readonly ExceptionFacts[];
  /** Paid, and not wholly given back. */
  readonly isPaid: boolean;
  /** Nothing of the price was kept. */
  readonly isUnpaid: boolean;
}

export function viewOf(sale: SaleFacts, now: Date): SaleView {
  const { order, attempts } = sale;
  return {
    ...{ sale, order, now, last: attempts.at(-1) ?? null },
    open: attempts.filter((one) => isOpen(one.state) && !one.superseded && one.voidState === null),
    captured: attempts.filter((one) => one.state === 'captured'),
    tasks: sale.exceptions.filter((one) => one.state === 'open'),
    isPaid: order.state === 'paid',
    isUnpaid: order.state === 'open' || order.state === 'closed' || order.state === 'partly-paid',
  };
}

export const money = ({ order }: SaleView, amount: bigint): ExplanationValue => ({
  kind: 'money',
  amount: amount.toString(),
  currency: order.currency,
});
export const time = (at: Date): ExplanationValue => ({ kind: 'time', at: at.toISOString() });
export const day = (value: string): ExplanationValue => ({ kind: 'day', day: value });
export const count = (value: number): ExplanationValue => ({ kind: 'count', count: value });
export const method = (attempt: AttemptFacts | null | undefined): ExplanationValue => ({
  kind: 'method',
  method: attempt?.method ?? '',
});
export const decline = (attempt: AttemptFacts): ExplanationValue => ({
  kind: 'decline',
  code: attempt.declineCode ?? 'other',
});
export const text = (value: string): ExplanationValue => ({ kind: 'text', text: value });
