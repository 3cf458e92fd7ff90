import { sampleSubscription } from '../../passes/sample-pass.server.ts';
import { changed, defineStates, type GalleryRequest, refusedWith } from '../../gallery/states.contract.server.ts';
import { show } from '../../web/page.server.ts';
import { partsOfRails } from '../../web/parts.ts';
import type { MyCardData } from './my-card.types.ts';
import { myCard } from './my-card-data.server.ts';

const of = (state: 'active' | 'past-due') => (request: GalleryRequest) => {
  const found = sampleSubscription(request, state);
  if (!found) return null;
  const data = myCard(request, 'pag_gallery', found.subscription, found.lead.email);
  return show<MyCardData>(data, { head: { parts: data.method ? partsOfRails('form', [data.method.rail]) : [] } });
};

export const states = defineStates<MyCardData>({
  usual: of('active'),
  'past-due': of('past-due'),
  error: (request) => refusedWith(of('active')(request), {}, { form: 'my-card.keep-missing' }),
  refused: (request) => refusedWith(of('past-due')(request), {}, { form: 'my-card.refused' }),
  nobody: (request) => changed(of('active')(request), { method: null }),
});
