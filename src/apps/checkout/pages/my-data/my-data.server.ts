import { askForErasure, exportData, type PersonalData } from '#src/domain/personal-data/index.server.ts';
import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import { maskEmail } from '#src/kernel/validation/mask-personal.ts';
import { buyerPath, enterBuyerPage } from '../../passes/enter-buyer-page.server.ts';
import { definePage, type PageRequest, redirect, refuse, show } from '../../web/page.server.ts';
import type { MyDataData, ShownSection } from './my-data-page.tsx';

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

/** Sections with rows in them; a value stands as it is kept, a structure as its parts. */
export function myData({ href, path, rawQuery }: PageRequest, pageId: string, data: PersonalData): MyDataData {
  return {
    email: maskEmail(data.email),
    isAsked: rawQuery.get('asked') === '1',
    here: href(path),
    back: href(buyerPath(pageId)),
    file: buyerPath(pageId, '/data.json'),
    sections: data.sections.flatMap(({ id, rows }): ShownSection[] =>
      rows.length === 0 ? [] : [{ id, rows: rows.map(fieldsOf) }],
    ),
  };
}

function fieldsOf(row: JsonObject): ShownSection['rows'][number] {
  return Object.entries(row).flatMap(([name, value]) => partsOf(name, value));
}

function partsOf(name: string, value: JsonValue): { readonly name: string; readonly value: string }[] {
  if (value === null || value === '') return [];
  if (typeof value !== 'object') return [{ name, value: String(value) }];
  return Object.entries(value).flatMap(([part, one]) => partsOf(`${name}.${part}`, one));
}
