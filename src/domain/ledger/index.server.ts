export {
  accounts,
  bookedMovements,
  type RecordedTransfer,
  recordTransfers,
  type ReversalKind,
  type Transfer,
  transfersAround,
  transfersOfOrder,
} from './ledger.repository.server.ts';
export { sealDays } from './seal-days.server.ts';
export { verifyDays } from './verify-days.server.ts';
