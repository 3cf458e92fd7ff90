import type { NuPayStatus } from './payment.types.ts';

/** The outcome of a payment once its buyer has approved it. */
export interface SandboxOutcome {
  readonly status: NuPayStatus;
  readonly funding?: string;
  readonly reason?: string;
}

/** Outcomes by the amount, in centavos. */
const byAmount: Readonly<Record<number, SandboxOutcome>> = {
  50_00: { status: 'COMPLETED', funding: 'debit' },
  150_00: { status: 'COMPLETED', funding: 'credit' },
  250_00: { status: 'COMPLETED', funding: 'credit instalments with interest' },
  750_00: { status: 'ERROR', reason: 'SYSTEM_ERROR' },
  850_00: { status: 'CANCELLED', reason: 'CANCELLED_BY_INSTITUTION' },
  950_00: { status: 'CANCELLED', reason: 'CANCELLED_BY_USER' },
  1050_00: { status: 'CANCELLED', reason: 'CANCELLED_BY_TIMEOUT' },
};

/** Every other amount is paid. */
export function outcomeOf(amount: number): SandboxOutcome {
  return byAmount[amount] ?? { status: 'COMPLETED', funding: 'debit' };
}

/** CPFs without credit: no option is offered to them. */
const rejected: ReadonlySet<string> = new Set(['31457612500']);

export function isAuthorised(document: string): boolean {
  return !rejected.has(document);
}
