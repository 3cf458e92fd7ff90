import type { BrandRegistry } from '#src/branding/index.server.ts';
import type { StaffScope } from '#src/domain/staff/index.ts';

/** Brands that a scope holds whole: lists of what belongs to a brand, and to no seller or unit of it, show these. */
export function brandsInScope({ brands }: BrandRegistry, scope: StaffScope): readonly string[] {
  if (scope.kind === 'none') return [];
  return scope.kind === 'all' ? [...new Set(brands.map(({ brand }) => brand))] : scope.brands;
}
