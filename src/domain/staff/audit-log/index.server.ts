export type { AuditEntry } from './audit-entry.types.ts';
export { lastAuditDay } from './audit-log-day.repository.server.ts';
export {
  type AuditCursor,
  type AuditFilter,
  eraseAuditReasons,
  listAudit,
  type ListedAuditEntry,
} from './list-audit.repository.server.ts';
export { recordAudit } from './record-audit.server.ts';
export { sealAuditDays, verifyAuditDays } from './seal-audit-days.server.ts';
