import { defineStates, type GalleryRequest, refusedWith } from '../../gallery/states.contract.server.ts';
import { show } from '../../web/page.server.ts';
import { myAddress } from './my-address.server.ts';
import type { MyAddressData } from './my-address-page.tsx';

const known = { addressLine1: 'Rua das Flores', addressLine2: '100', neighbourhood: 'Centro', city: 'Recife' };
const usual = (request: GalleryRequest) => show<MyAddressData>(myAddress(request, 'pag_gallery', known));

export const states = defineStates<MyAddressData>({
  usual,
  empty: (request) => show<MyAddressData>(myAddress(request, 'pag_gallery', null)),
  error: (request) =>
    refusedWith(usual(request), { ...known, city: '' }, { city: 'validation.city', state: 'validation.state' }),
});
