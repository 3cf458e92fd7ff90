import { type Grant, partsOfScope } from '../permissions/index.ts';
import type { BrandsOfBusiness, StaffGrant } from './staff-grant.types.ts';

/** Grants as permissions are decided by them: a business becomes its brands of today. */
export function effectiveGrants(
  grants: readonly Pick<StaffGrant, 'role' | 'scope' | 'until'>[],
  brandsOf: BrandsOfBusiness,
): readonly Grant[] {
  return grants.flatMap(({ role, scope, until }): Grant[] => {
    const { kind, of, part } = partsOfScope(scope);
    if (kind === 'all') return [{ role, scope: '*', until }];
    if (kind === 'brand') return [{ role, scope: `brand:${of}`, until }];
    if (kind === 'business') return brandsOf(of).map((brand) => ({ role, scope: `brand:${brand}` as const, until }));
    return part === null ? [] : [{ role, scope: `${kind}:${of}/${part}`, until }];
  });
}
