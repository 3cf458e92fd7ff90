import { addressOf, updateAddress } from '#src/domain/personal-data/index.server.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import { regions } from '#src/kernel/locale/regions.ts';
import { stateRule } from '#src/kernel/validation/address.rule.ts';
import { buyerPath, enterBuyerPage } from '../../passes/enter-buyer-page.server.ts';
import { checkAddress, readAddress } from '../../steps/payment/address-form.ts';
import { definePage, type PageRequest, redirect, refuse, show } from '../../web/page.server.ts';
import type { MyAddressData } from './my-address-page.tsx';

const fields = [
  'postalCode',
  'addressLine1',
  'addressLine2',
  'addressLine3',
  'neighbourhood',
  'city',
  'state',
] as const;

export const page = definePage<MyAddressData>({
  load: async (request) => {
    const entered = await enterBuyerPage(request);
    if (entered.kind !== 'found') return entered;
    return show<MyAddressData>(myAddress(request, entered.page.id, await addressOf(request.ctx, entered.page)));
  },

  submit: async (form, request) => {
    const entered = await enterBuyerPage(request);
    if (entered.kind !== 'found') return entered;
    const { market } = request.visit.brand;
    const values = Object.fromEntries(fields.map((name) => [name, (form[name] ?? '').slice(0, 120)]));
    const address = readAddress(values, market);
    const state = stateRule(values['state'] ?? '', { market });
    const errors = { ...checkAddress(values, market), ...(state === null ? {} : { state }) };
    if (Object.keys(errors).length > 0) return refuse(values, errors);
    await updateAddress(request.ctx, entered.page, { ...address });
    return redirect(request.href(buyerPath(entered.page.id), { done: 'address' }));
  },
});

/** The address as it is known, ready to be corrected. */
export function myAddress({ visit, href }: PageRequest, pageId: string, known: JsonObject | null): MyAddressData {
  const { market } = visit.brand;
  const values = Object.fromEntries(fields.map((name) => [name, String(known?.[name] ?? '')]));
  return {
    market,
    address: { values, states: regions[market].map(({ code, name }) => ({ value: code, label: name })) },
    back: href(buyerPath(pageId)),
  };
}
