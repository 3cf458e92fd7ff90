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
export { zonesOfMarkets } from './day-sum.repository.server.ts';
export { type Figure, type FigureFilter, figuresBy, figureLines, surplusOwed } from './figure.repository.server.ts';
export { lastSealedDay } from './ledger-day.repository.server.ts';
export { sealLedgerDays } from './seal-ledger-days.server.ts';
export { verifyLedgerDays } from './verify-ledger-days.server.ts';
