export {
  accounts,
  bookedMovements,
  type RecordedTransfer,
  recordTransfers,
  type RefundOrDispute,
  type Transfer,
  transfersOfOrderOrMovements,
  transfersOfOrder,
} from './ledger.repository.server.ts';
export { sealLedgerDays } from './seal-ledger-days.server.ts';
export { verifyLedgerDays } from './verify-ledger-days.server.ts';
