import type { TaskKind } from '#src/domain/sales/tasks/index.ts';
import type { SaleActionName } from '../../actions/sale-action.tsx';

/** What staff can do on the sale of a task of each kind, beside ending it. */
export const taskCures: Readonly<Record<TaskKind, readonly SaleActionName[]>> = {
  'give-back-by-hand': [],
  'pay-out-refund': [],
  'collect-or-refund': ['link.create', 'refund.request'],
  'answer-dispute': [],
  'confirm-refund': [],
  'recover-excess': ['link.create'],
  'restore-after-dispute': ['access.resend'],
  'look-into-charge': ['refund.request'],
  'fiscal-note-refused': [],
  'email-given-up': ['buyer.correct', 'access.resend'],
  'webhook-endpoint-ended': [],
  'erasure-refused': [],
};
