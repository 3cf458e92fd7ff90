import type { CheckoutLink, CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import type { Brand } from '../brand.types.ts';

/** Names by which a link says what it sells; one of them is enough. */
const sellingNames = ['product', 'productSlug', 'offer', 'planId', 'area'] as const;

/**
 * The query that leads back to a session's own page: what its link said. A session that was opened by the API may have
 * no word for the product, the flow or the country, so these are added. Nothing in it is personal or secret.
 */
export function linkOf(
  session: Pick<CheckoutSession, 'link' | 'productCode' | 'market' | 'flowId'>,
  brand: Brand,
): CheckoutLink {
  const { link, productCode, market, flowId } = session;
  const product = brand.products.find(({ code }) => code === productCode);
  const isNamed = sellingNames.some((name) => link[name] !== undefined);
  return {
    ...(isNamed || !product ? {} : { product: product.key }),
    ...(flowId === 'default' ? {} : { flowId }),
    ...link,
    ...(market === 'MZ' && link['lang'] === undefined ? { lang: 'pt-mz' } : {}),
  };
}
