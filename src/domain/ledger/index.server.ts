export {
  accounts,
  bookedMovements,
  type RecordedTransfer,
  recordTransfers,
  type Transfer,
  type TransferKind,
  transfersOfOrder,
} from './ledger.repository.server.ts';
