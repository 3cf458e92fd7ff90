export { type AuditAction, auditActions } from './audit-log/index.ts';
export {
  type EffectiveScope,
  type Grant,
  isAllowed,
  isAllowedEverywhere,
  isScope,
  partsOfScope,
  type Permission,
  permissions,
  permissionsOf,
  type PermissionSubject,
  type Role,
  roleNames,
  roles,
  type Scope,
  scopeOf,
  type StaffActor,
  type StaffScope,
} from './permissions/index.ts';
export {
  filtersOfView,
  type SavedView,
  type ViewAudience,
  type ViewContent,
  type ViewList,
  viewLists,
} from './saved-views/index.ts';
