import { randomUUID } from 'node:crypto';
import type { Charge, Transaction } from './charge.types.ts';

/** A new transaction of a charge; the whole amount unless another is given. */
export function addStep(
  charge: Charge,
  step: Pick<Transaction, 'operation' | 'status' | 'success'> & Partial<Transaction>,
  at: string,
): Charge {
  const id = `tran_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  const made: Transaction = { id, amount: charge.amount, createdAt: at, ...step };
  return { ...charge, transactions: [...charge.transactions, made], updatedAt: at };
}

/** Applies the decision of the card's bank: declined, authorized, or captured at once where that was requested. */
export function completed(charge: Charge, at: string): Charge {
  const { completesAt: _, ...rest } = charge;
  const { approved, returnCode } = charge.decision ?? { approved: false, returnCode: '9999' };
  const operation = charge.takesAtOnce ? 'auth_and_capture' : 'auth_only';
  if (!approved)
    return addStep(
      { ...rest, status: 'failed' },
      { operation, status: 'not_authorized', success: false, returnCode },
      at,
    );
  if (charge.takesAtOnce)
    return addStep(
      { ...rest, status: 'paid' },
      { operation, status: 'captured', success: true, returnCode, paidAt: at },
      at,
    );
  const status = 'authorized_pending_capture';
  return addStep({ ...rest, status: 'pending' }, { operation, status, success: true, returnCode }, at);
}
