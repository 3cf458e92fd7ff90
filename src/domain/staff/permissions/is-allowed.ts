import { type Permission, permissions, roles } from './roles.data.ts';
import { partsOfScope } from './scope.ts';
import type { EffectiveScope, Grant, PermissionSubject, StaffScope } from './staff-actor.types.ts';

/** The part of an actor that decides what they may do. */
type Grantee = { readonly grants: readonly Grant[] };

function scopesWith(actor: Grantee, permission: Permission): readonly EffectiveScope[] {
  return actor.grants.filter(({ role }) => roles[role].includes(permission)).map(({ scope }) => scope);
}

function includes(scope: EffectiveScope, { brand, unit, seller }: PermissionSubject): boolean {
  const { kind, of, part } = partsOfScope(scope);
  if (kind === 'all') return true;
  if (of !== brand) return false;
  return kind === 'brand' || (part !== null && (kind === 'unit' ? part === unit : part === seller));
}

/** Whether any of a person's grants gives a permission for this subject. */
export function isAllowed(actor: Grantee, permission: Permission, subject: PermissionSubject): boolean {
  return scopesWith(actor, permission).some((scope) => includes(scope, subject));
}

/** Whether a person has a permission in a brand or in any part of it. */
export function isAllowedWithin(actor: Grantee, permission: Permission, brand: string): boolean {
  return scopesWith(actor, permission).some((scope) => scope === '*' || partsOfScope(scope).of === brand);
}

/** Whether a person has a permission in every brand: needed for what belongs to no brand. */
export function isAllowedEverywhere(actor: Grantee, permission: Permission): boolean {
  return scopesWith(actor, permission).includes('*');
}

/** All that a person may see with a permission. Lists take it as part of their statement, never as a filter of its result. */
export function scopeOf(actor: Grantee, permission: Permission): StaffScope {
  const scopes = scopesWith(actor, permission);
  if (scopes.length === 0) return { kind: 'none' };
  if (scopes.includes('*')) return { kind: 'all' };
  const parts = scopes.map(partsOfScope);
  const brands = new Set(parts.filter(({ kind }) => kind === 'brand').map(({ of }) => of));
  const inner = (wanted: 'unit' | 'seller') =>
    parts.flatMap(({ kind, of, part }) =>
      kind === wanted && part !== null && !brands.has(of) ? [{ brand: of, part }] : [],
    );
  return {
    kind: 'some',
    brands: [...brands],
    units: inner('unit').map(({ brand, part }) => ({ brand, unit: part })),
    sellers: inner('seller').map(({ brand, part }) => ({ brand, seller: part })),
  };
}

/** The permissions that a person has anywhere, in the order of the matrix: what the browser shows entries of. */
export function permissionsOf(actor: Grantee): readonly Permission[] {
  return permissions.filter((permission) => scopesWith(actor, permission).length > 0);
}
