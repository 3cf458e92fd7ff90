import { markets } from '#src/kernel/locale/markets.ts';
import type { PersonalData } from '#src/domain/personal-data/index.server.ts';
import { sampleAddresses } from '../../gallery/sample-people.ts';
import { sampleLead } from '../../gallery/sample-purchase.server.ts';
import { changed, defineStates, type GalleryRequest, refusedWith } from '../../gallery/states.contract.server.ts';
import { show } from '../../web/page.server.ts';
import { myData } from './my-data.server.ts';
import type { MyDataData } from './my-data-page.tsx';

const of = (sections: (request: GalleryRequest) => PersonalData['sections']) => (request: GalleryRequest) =>
  show<MyDataData>(
    myData(request, 'pag_gallery', {
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

export const states = defineStates<MyDataData>({
  usual,
  none: of(() => []),
  asked: (request) => changed(usual(request), { isAsked: true }),
  error: (request) => refusedWith(usual(request), {}, { form: 'my-data.erase.too-often' }),
});
