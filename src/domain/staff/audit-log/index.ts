export { type AuditAction, auditActions } from './audit-actions.data.ts';
