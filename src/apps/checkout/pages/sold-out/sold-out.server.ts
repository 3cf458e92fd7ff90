import { soldOutAddress } from '../../site/sold-out.server.ts';
import { definePage, type PageRequest, redirect, show } from '../../framework/page.server.ts';
import type { SoldOutData } from './sold-out-page.tsx';

export const page = definePage<SoldOutData>({
  load: async (request) => {
    if ((await soldOutAddress(request)) === null) return redirect(request.firstStep);
    return show<SoldOutData>(soldOutData(request));
  },
});

export function soldOutData({ visit }: PageRequest): SoldOutData {
  return { product: visit.product.title, school: visit.brand.links.domain };
}
