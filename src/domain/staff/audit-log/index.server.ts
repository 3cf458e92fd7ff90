export type { AuditEntry } from './audit-entry.types.ts';
export { recordAudit, recordAudits } from './record-audit.server.ts';
