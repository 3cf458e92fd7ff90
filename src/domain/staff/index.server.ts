export * from './index.ts';
export { type AuditEntry, recordAudit, recordAudits } from './audit-log/index.server.ts';
