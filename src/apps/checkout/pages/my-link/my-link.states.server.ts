import { defineStates, type GalleryRequest, refusedWith } from '../../gallery/states.contract.server.ts';
import { show } from '../../web/page.server.ts';
import type { MyLinkData } from './my-link-page.tsx';

const of =
  (kind: MyLinkData['kind']) =>
  ({ visit }: GalleryRequest) =>
    show<MyLinkData>({ kind, school: visit.brand.name, again: '#', help: visit.brand.links.faq });

export const states = defineStates<MyLinkData>({
  usual: of('ask'),
  gone: of('gone'),
  sent: of('sent'),
  left: of('left'),
  'left-everywhere': of('left-everywhere'),
  error: (request) => refusedWith(of('ask')(request), { email: 'maria@' }, { email: 'validation.email' }),
});
