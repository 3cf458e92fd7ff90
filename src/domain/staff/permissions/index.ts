export { isAllowed, isAllowedEverywhere, isAllowedWithin, permissionsOf, scopeOf } from './is-allowed.ts';
export { type Permission, permissions, type Role, roleNames, roles } from './roles.data.ts';
export { isScope, partsOfScope } from './scope.ts';
export type { EffectiveScope, Grant, PermissionSubject, Scope, StaffActor, StaffScope } from './staff-actor.types.ts';
