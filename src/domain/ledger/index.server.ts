export {
  accounts,
  bookedMovements,
  type RecordedTransfer,
  recordTransfers,
  type Transfer,
  transfersOfOrder,
} from './ledger.repository.server.ts';
