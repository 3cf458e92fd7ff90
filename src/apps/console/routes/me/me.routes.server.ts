import type { BrandRegistry } from '#src/branding/index.server.ts';
import { type Grant, partsOfScope, permissionsOf } from '#src/domain/staff/index.ts';
import { markets } from '#src/kernel/locale/markets.ts';
import type { Routes } from '../../console.contract.server.ts';
import { staffZone } from '../../routing/staff-zone.ts';
import type { Me, MyBrand } from './me.types.ts';

/** `GET /data/me`: who is signed in, with what they may do, and where they are. */
export const routes: Routes = (app, { ctx, brands, environment, sandboxOrigin }) => {
  app.get('/me', { config: { needs: 'signed-in' } }, ({ staff, session: { locale } }): Me => {
    const { accountId, name, email, grants } = staff;
    return {
      ...{ accountId, name, email, environment, sandboxOrigin, locale },
      grants: grants.map((grant) => ({ ...grant, until: grant.until?.toISOString() ?? null })),
      permissions: permissionsOf(staff),
      brands: brandsIn(brands, grants),
      timeZone: staffZone(locale),
      now: ctx.clock.now().toISOString(),
    };
  });
};

function brandsIn({ brands }: BrandRegistry, grants: readonly Grant[]): readonly MyBrand[] {
  const scopes = grants.map(({ scope }) => partsOfScope(scope));
  return brands
    .filter(({ brand }) => scopes.some(({ kind, of }) => kind === 'all' || of === brand))
    .map(({ id, brand, name, market }) => {
      const { timeZone, currency } = markets[market];
      return { id, brand, name, timeZone, currency };
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, 'pt-BR'));
}
