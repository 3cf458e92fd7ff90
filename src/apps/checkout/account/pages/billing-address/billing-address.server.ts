import { addressOfBuyer, updateAddressOfBuyer } from '#src/domain/checkout/leads/index.server.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import { regions } from '#src/kernel/locale/regions.ts';
import { stateRule } from '#src/kernel/validation/address.rule.ts';
import { accountPath, openAccountPage } from '../../links/open-account-page.server.ts';
import { checkAddress, readAddress } from '#src/apps/checkout/payment-form/address/address-form.ts';
import { definePage, type PageRequest, redirect, refuse, show } from '#src/apps/checkout/framework/page.server.ts';
import type { BillingAddressData } from './billing-address-page.tsx';

const fields = [
  'postalCode',
  'addressLine1',
  'addressLine2',
  'addressLine3',
  'neighbourhood',
  'city',
  'state',
] as const;

export const page = definePage<BillingAddressData>({
  load: async (request) => {
    const entered = await openAccountPage(request);
    if (entered.kind !== 'found') return entered;
    const address = await addressOfBuyer(request.ctx.db, entered.page);
    return show<BillingAddressData>(billingAddress(request, entered.page.id, address));
  },

  submit: async (form, request) => {
    const entered = await openAccountPage(request);
    if (entered.kind !== 'found') return entered;
    const { market } = request.visit.brand;
    const values = Object.fromEntries(fields.map((name) => [name, (form[name] ?? '').slice(0, 120)]));
    const address = readAddress(values, market);
    const state = stateRule(values['state'] ?? '', { market });
    const errors = { ...checkAddress(values, market), ...(state === null ? {} : { state }) };
    if (Object.keys(errors).length > 0) return refuse(values, errors);
    await updateAddressOfBuyer(request.ctx.db, entered.page, { ...address }, request.ctx.clock.now());
    return redirect(request.href(accountPath(entered.page.id), { done: 'address' }));
  },
});

/** The stored address as form values. */
export function billingAddress(
  { visit, href }: PageRequest,
  pageId: string,
  known: JsonObject | null,
): BillingAddressData {
  const { market } = visit.brand;
  const values = Object.fromEntries(fields.map((name) => [name, String(known?.[name] ?? '')]));
  return {
    market,
    address: { values, states: regions[market].map(({ code, name }) => ({ value: code, label: name })) },
    back: href(accountPath(pageId)),
  };
}
