/**
 * The documents of a sale. Pages and e-mails link to them with the functions of `document-paths.ts`:
 * - `contractPath(quoteId or orderId)` → `/contract/<id>`: the contract as a page, before and after paying
 * - `contractPath(offerPathPrefix + stepId)`, with the link's query: the contract of an upsell, before the click
 * - `documentPath(orderId, name)` → `/documents/<order>/receipt.pdf`, `…/contract.pdf`, `…/evidence.pdf`, `…/evidence.json`
 * All are opened by the session's cookie or by a magic link, are never cached (`no-store`), and answer 404 to anyone else.
 */
export * from './index.ts';
export { contractById, isAccepted } from './contract.repository.server.ts';
export { contractPdf } from './contract-pdf.server.ts';
export { eraseContracts } from './erase-contracts.repository.server.ts';
export {
  acceptContract,
  copyAcceptance,
  composeContract,
  previewContract,
  contractForQuote,
  contractOfOrder,
} from './create-contract.server.ts';
export { receiptPdf } from './receipt-pdf.server.ts';
