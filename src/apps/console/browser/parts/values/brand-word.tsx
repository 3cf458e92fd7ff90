import { brandName } from '../../data/brand-name.ts';
import { useMe } from '../../data/me-context.tsx';

/** A brand by its name; its id, which orders and grants have, is no word of the staff's. */
export function BrandWord({ brand }: { readonly brand: string }) {
  const { brands } = useMe();
  return brandName(brands, brand);
}
