import { defineStories, type StoryRequest, refusedWith } from '#src/apps/checkout/stories/stories.contract.server.ts';
import { show } from '#src/apps/checkout/framework/page.server.ts';
import type { AccountLinkData } from './account-link-page.tsx';

const of =
  (kind: AccountLinkData['kind']) =>
  ({ visit }: StoryRequest) =>
    show<AccountLinkData>({ kind, school: visit.brand.name, again: '#', help: visit.brand.links.faq });

export const stories = defineStories<AccountLinkData>({
  usual: of('ask'),
  gone: of('gone'),
  sent: of('sent'),
  left: of('left'),
  'left-everywhere': of('left-everywhere'),
  error: (request) => refusedWith(of('ask')(request), { email: 'maria@' }, { email: 'validation.email' }),
});
