import { sampleAddresses } from '../../gallery/sample-people.ts';
import { defineStates, type GalleryRequest, refusedWith } from '../../gallery/states.contract.server.ts';
import { show } from '../../web/page.server.ts';
import { myAddress } from './my-address.server.ts';
import type { MyAddressData } from './my-address-page.tsx';

const known = ({ visit }: GalleryRequest) => sampleAddresses[visit.brand.market];
const usual = (request: GalleryRequest) => show<MyAddressData>(myAddress(request, 'pag_gallery', known(request)));

export const states = defineStates<MyAddressData>({
  usual,
  empty: (request) => show<MyAddressData>(myAddress(request, 'pag_gallery', null)),
  error: (request) =>
    refusedWith(
      usual(request),
      { ...known(request), city: '', state: '' },
      { city: 'validation.city', state: 'validation.state' },
    ),
});
