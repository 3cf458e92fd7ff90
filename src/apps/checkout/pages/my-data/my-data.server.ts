import { askForErasure, exportData, type PersonalData } from '#src/domain/personal-data/index.server.ts';
import { markets } from '#src/kernel/locale/markets.ts';
import { marketZone } from '#src/kernel/time/zones.ts';
import { maskEmail } from '#src/kernel/validation/mask-personal.ts';
import { buyerPath, enterBuyerPage } from '../../passes/enter-buyer-page.server.ts';
import { definePage, type PageRequest, redirect, refuse, show } from '../../web/page.server.ts';
import type { MyDataData, ShownSection } from './my-data-page.tsx';
import { shownFields } from './shown-fields.server.ts';

export const page = definePage<MyDataData>({
  load: async (request) => {
    const entered = await enterBuyerPage(request);
    if (entered.kind !== 'found') return entered;
    const { id } = entered.page;
    return show<MyDataData>(myData(request, id, await exportData(request.ctx, entered.page)));
  },

  submit: async (form, request) => {
    const entered = await enterBuyerPage(request);
    if (entered.kind !== 'found') return entered;
    if (form['intent'] !== 'erase') return redirect(request.href(request.path));
    const { brand, variant } = request.visit.brand;
    const back = { brand, variant, locale: request.view.locale, link: request.link, ip: request.browser.ip };
    const asked = await askForErasure(request.ctx, entered.page, back);
    if (asked === 'too-often') return refuse({}, { form: 'my-data.erase.too-often' });
    return redirect(request.href(request.path, { asked: '1' }));
  },
});

/** Sections with rows in them, as their person reads them; a structure stands as its parts. */
export function myData(
  { href, path, rawQuery, words, view }: PageRequest,
  pageId: string,
  data: PersonalData,
): MyDataData {
  const { locale, market } = view;
  const reader = { words, locale, zone: marketZone(market), currency: markets[market].currency };
  return {
    email: maskEmail(data.email),
    isAsked: rawQuery.get('asked') === '1',
    here: href(path),
    back: href(buyerPath(pageId)),
    file: buyerPath(pageId, '/data.json'),
    sections: data.sections.flatMap(({ id, rows }): ShownSection[] =>
      rows.length === 0 ? [] : [{ id, rows: rows.map((row) => shownFields(row, reader)) }],
    ),
  };
}
