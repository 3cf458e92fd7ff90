export { auditTrailOf, signingKeysPath } from './audit-trail-file.server.ts';
export { auditTrailPdf } from './audit-trail-pdf.server.ts';
export { eraseDisclosedFacts } from './audit-trail.repository.server.ts';
export { sweepDocuments } from './sweep-documents.server.ts';
export { parseAuditTrail, verifyAuditTrail } from './verify-audit-trail.server.ts';
