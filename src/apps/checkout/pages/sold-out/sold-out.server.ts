import { soldOutAddress } from '../../site/sold-out.server.ts';
import { definePage, redirect, show } from '../../web/page.server.ts';
import type { SoldOutData } from './sold-out-page.tsx';

export const page = definePage<SoldOutData>({
  load: async (request) => {
    if ((await soldOutAddress(request)) === null) return redirect(request.firstStep);
    const { product, brand } = request.visit;
    return show<SoldOutData>({ product: product.title, school: brand.links.domain });
  },
});
