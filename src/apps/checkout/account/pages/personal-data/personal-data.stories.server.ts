import { markets } from '#src/kernel/locale/markets.ts';
import type { PersonalData } from '#src/domain/privacy/index.server.ts';
import { sampleAddresses } from '#src/apps/checkout/stories/sample-buyers.ts';
import { sampleLead } from '#src/apps/checkout/stories/sample-purchase.server.ts';
import {
  changed,
  defineStories,
  type StoryRequest,
  refusedWith,
} from '#src/apps/checkout/stories/stories.contract.server.ts';
import { show } from '#src/apps/checkout/framework/page.server.ts';
import { personalDataView } from './personal-data.server.ts';
import type { PersonalDataPageData } from './personal-data-page.tsx';

const of = (sections: (request: StoryRequest) => PersonalData['sections']) => (request: StoryRequest) =>
  show<PersonalDataPageData>(
    personalDataView(request, 'pag_gallery', {
      exportedAt: request.ctx.clock.now().toISOString(),
      school: request.visit.brand.brand,
      email: sampleLead(request).email,
      sections: sections(request),
    }),
  );

const usual = of((request) => {
  const { name, email, phone } = sampleLead(request);
  return [
    { id: 'contact', rows: [{ name, email, phone, address: { ...sampleAddresses[request.visit.brand.market] } }] },
    {
      id: 'orders',
      rows: [
        { number: 104_207, total: 114_000, currency: markets[request.visit.brand.market].currency, state: 'paid' },
      ],
    },
  ];
});

export const stories = defineStories<PersonalDataPageData>({
  usual,
  none: of(() => []),
  asked: (request) => changed(usual(request), { isAsked: true }),
  error: (request) => refusedWith(usual(request), {}, { form: 'personal-data.erase.too-often' }),
});
