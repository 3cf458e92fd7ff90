export type { CompellingEvidence, EvidenceElement } from './compelling-evidence.ts';
