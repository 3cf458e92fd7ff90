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
