import { UpsellOffer } from '../../site/upsell/upsell-offer.tsx';
import type { UpsellOfferData } from '../../site/upsell/upsell.types.ts';
import type { ViewProps } from '../../framework/page.ts';

export function UpsellOfferPage({ data }: ViewProps<UpsellOfferData>) {
  return <UpsellOffer offer={data.offer} bought={data.bought} isPage />;
}
