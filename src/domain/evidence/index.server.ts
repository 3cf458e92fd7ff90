export { evidenceOf, houseKeysPath } from './evidence-file.server.ts';
export { evidencePdf } from './evidence-pdf.server.ts';
export { recordEvidence } from './evidence.repository.server.ts';
export { sweepPapers } from './sweep-papers.server.ts';
export { readEvidence, verifyEvidence } from './verify-evidence.server.ts';
