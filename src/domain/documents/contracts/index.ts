export type { Company, Contract, ContractTerms, DocumentBlock } from './contract.types.ts';
export { companyParts, taxIdText } from './tax-id-text.ts';
export type { DocumentBranding, DocumentsPort } from './documents.port.ts';
export { mergeTerms, parseTerms, type TermsText } from './parse-terms.ts';
export { contractPath, isDocumentName, offerPathPrefix, documentPath, type DocumentName } from './document-paths.ts';
