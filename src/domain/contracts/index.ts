export type { Acceptance, Company, Contract, ContractTerms, PaperBlock } from './contract.types.ts';
export type { PaperLook, PapersPort } from './papers.port.ts';
export { readPaper, writePaper } from './paper-text.ts';
export { layTerms, readTerms, type TermsText } from './read-terms.ts';
export { contractAddress, isPaperName, paperAddress, type PaperName, paperNames } from './paper-addresses.ts';
