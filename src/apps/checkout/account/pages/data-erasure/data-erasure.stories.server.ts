import { maskEmail } from '#src/kernel/validation/mask-personal.ts';
import { sampleBuyers } from '#src/apps/checkout/stories/sample-buyers.ts';
import { defineStories, type StoryRequest, refusedWith } from '#src/apps/checkout/stories/stories.contract.server.ts';
import { show } from '#src/apps/checkout/framework/page.server.ts';
import type { DataErasureData } from './data-erasure-page.tsx';

const of =
  (kind: DataErasureData['kind']) =>
  ({ visit }: StoryRequest) =>
    show<DataErasureData>({
      kind,
      email: kind === 'ask' ? maskEmail(sampleBuyers[visit.brand.market].email) : '',
      back: kind === 'ask' ? '#' : null,
      reference: kind === 'done' ? 'ers_galleryGALLERYgallery' : null,
      help: visit.brand.links.faq,
    });

export const stories = defineStories<DataErasureData>({
  usual: of('ask'),
  done: of('done'),
  missing: (request) => refusedWith(of('ask')(request), {}, { confirm: 'data-erasure.confirm.missing' }),
  error: (request) => refusedWith(of('ask')(request), { confirm: 'yes' }, { form: 'data-erasure.money-moving' }),
});
