/**
 * The papers of a sale. Where they are (see `paper-addresses.ts`; pages and letters link to them with these functions):
 * - `contractAddress(quoteId or orderId)` → `/contract/<id>`: the contract as a page, before and after paying
 * - `contractAddress(offerMark + stepId)`, with the link's query: the contract of an offer after a purchase, before a click
 * - `paperAddress(orderId, name)` → `/documents/<order>/receipt.pdf`, `…/contract.pdf`, `…/evidence.pdf`, `…/evidence.json`
 * All are opened by the session's cookie or by the pass of a letter's link, are never stored (`no-store`), and answer 404
 * to everybody else. The chain of proofs is `auditTrailOf` of `domain/evidence`.
 */
export * from './index.ts';
export { isAccepted } from './contract.repository.server.ts';
export { contractPdf } from './contract-pdf.server.ts';
export { eraseContracts } from './erase-contracts.repository.server.ts';
export {
  acceptContract,
  copyAcceptance,
  composeContract,
  previewContract,
  contractForQuote,
  contractOfOrder,
  findContract,
} from './create-contract.server.ts';
export { receiptPdf } from './receipt-pdf.server.ts';
