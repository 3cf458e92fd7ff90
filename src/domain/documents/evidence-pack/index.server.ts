export { evidencePackOf } from './evidence-pack.server.ts';
export { evidencePackPdf } from './evidence-pack-pdf.server.ts';
export { type Evidence, gatherEvidence } from './gather-evidence.server.ts';
