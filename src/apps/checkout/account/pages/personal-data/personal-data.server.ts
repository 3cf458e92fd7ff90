import { requestErasure, exportData, type PersonalData } from '#src/domain/privacy/index.server.ts';
import { markets } from '#src/kernel/locale/markets.ts';
import { marketZone } from '#src/kernel/time/zones.ts';
import { maskEmail } from '#src/kernel/validation/mask-personal.ts';
import { accountPath, openAccountPage } from '../../links/open-account-page.server.ts';
import { definePage, type PageRequest, redirect, refuse, show } from '#src/apps/checkout/framework/page.server.ts';
import type { PersonalDataPageData, ShownSection } from './personal-data-page.tsx';
import { shownFields } from './shown-fields.server.ts';

export const page = definePage<PersonalDataPageData>({
  load: async (request) => {
    const entered = await openAccountPage(request);
    if (entered.kind !== 'found') return entered;
    const { id } = entered.page;
    return show<PersonalDataPageData>(personalDataView(request, id, await exportData(request.ctx, entered.page)));
  },

  submit: async (form, request) => {
    const entered = await openAccountPage(request);
    if (entered.kind !== 'found') return entered;
    if (form['intent'] !== 'erase') return redirect(request.href(request.path));
    const { brand, variant } = request.visit.brand;
    const back = { brand, variant, locale: request.view.locale, link: request.link, ip: request.browser.ip };
    const asked = await requestErasure(request.ctx, entered.page, back);
    if (asked === 'too-often') return refuse({}, { form: 'personal-data.erase.too-often' });
    return redirect(request.href(request.path, { asked: '1' }));
  },
});

/** Sections that have rows, as formatted text; a nested value is flattened. */
export function personalDataView(
  { href, path, rawQuery, words, view }: PageRequest,
  pageId: string,
  data: PersonalData,
): PersonalDataPageData {
  const { locale, market } = view;
  const reader = { words, locale, zone: marketZone(market), currency: markets[market].currency };
  return {
    email: maskEmail(data.email),
    isAsked: rawQuery.get('asked') === '1',
    here: href(path),
    back: href(accountPath(pageId)),
    file: accountPath(pageId, '/data.json'),
    sections: data.sections.flatMap(({ id, rows }): ShownSection[] =>
      rows.length === 0 ? [] : [{ id, rows: rows.map((row) => shownFields(row, reader)) }],
    ),
  };
}
