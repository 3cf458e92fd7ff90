export {
  accounts,
  bookedMovements,
  type RecordedTransfer,
  recordTransfers,
  type Transfer,
  transfersAround,
  transfersOfOrder,
} from './ledger.repository.server.ts';
