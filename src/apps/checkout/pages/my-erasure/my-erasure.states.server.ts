import { maskEmail } from '#src/kernel/validation/mask-personal.ts';
import { samplePeople } from '../../gallery/sample-people.ts';
import { defineStates, type GalleryRequest, refusedWith } from '../../gallery/states.contract.server.ts';
import { show } from '../../web/page.server.ts';
import type { MyErasureData } from './my-erasure-page.tsx';

const of =
  (kind: MyErasureData['kind']) =>
  ({ visit }: GalleryRequest) =>
    show<MyErasureData>({
      kind,
      email: kind === 'ask' ? maskEmail(samplePeople[visit.brand.market].email) : '',
      back: kind === 'ask' ? '#' : null,
      reference: kind === 'done' ? 'ers_galleryGALLERYgallery' : null,
      help: visit.brand.links.faq,
    });

export const states = defineStates<MyErasureData>({
  usual: of('ask'),
  done: of('done'),
  missing: (request) => refusedWith(of('ask')(request), {}, { confirm: 'my-erasure.confirm.missing' }),
  error: (request) => refusedWith(of('ask')(request), { confirm: 'yes' }, { form: 'my-erasure.money-moving' }),
});
