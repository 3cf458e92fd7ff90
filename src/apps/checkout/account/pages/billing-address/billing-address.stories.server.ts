import { sampleAddresses } from '#src/apps/checkout/stories/sample-buyers.ts';
import { defineStories, type StoryRequest, refusedWith } from '#src/apps/checkout/stories/stories.contract.server.ts';
import { show } from '#src/apps/checkout/framework/page.server.ts';
import { billingAddress } from './billing-address.server.ts';
import type { BillingAddressData } from './billing-address-page.tsx';

const known = ({ visit }: StoryRequest) => sampleAddresses[visit.brand.market];
const usual = (request: StoryRequest) =>
  show<BillingAddressData>(billingAddress(request, 'pag_gallery', known(request)));

export const stories = defineStories<BillingAddressData>({
  usual,
  empty: (request) => show<BillingAddressData>(billingAddress(request, 'pag_gallery', null)),
  error: (request) =>
    refusedWith(
      usual(request),
      { ...known(request), city: '', state: '' },
      { city: 'validation.city', state: 'validation.state' },
    ),
});
