export { parseBankAccount, parsePayoutKey, parseTransferNumber, transferDigits } from './parse-payout.ts';
export type { RefundPartView, CoolingOffView } from './cooling-off.types.ts';
