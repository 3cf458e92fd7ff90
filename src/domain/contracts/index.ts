export type { Company, Contract, ContractTerms, PaperBlock } from './contract.types.ts';
export { sellerParts, taxIdText } from './seller-line.ts';
export type { PaperLook, PapersPort } from './papers.port.ts';
export { layTerms, readTerms, type TermsText } from './read-terms.ts';
export { contractAddress, isPaperName, offerMark, paperAddress, type PaperName } from './paper-addresses.ts';
