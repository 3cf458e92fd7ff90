import { UpsellOffer } from '../../upsell/upsell-offer.tsx';
import type { UpsellOfferData } from '../../upsell/upsell.types.ts';
import type { ViewProps } from '../../web/page.ts';

export function UpsellOfferPage({ data }: ViewProps<UpsellOfferData>) {
  return <UpsellOffer offer={data.offer} bought={data.bought} isPage />;
}
