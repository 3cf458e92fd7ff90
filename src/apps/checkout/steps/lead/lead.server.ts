import { checkNewLead, waitSecondsForLead } from '#src/domain/risk/index.server.ts';
import { leadAnswers } from '#src/domain/catalog/brand-data/index.ts';
import { findLead, type Lead, saveLead } from '#src/domain/checkout/leads/index.server.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import { markets } from '#src/kernel/locale/markets.ts';
import { normalizeEmail } from '#src/kernel/validation/email.rule.ts';
import { normalizeText } from '#src/kernel/validation/normalize.ts';
import { checkPhone } from '#src/kernel/validation/phone.server.ts';
import { applyMask } from '#src/ui/form/mask.ts';
import { soldOutAddress } from '../../site/sold-out.server.ts';
import { offerSummary } from '../../site/summary.server.ts';
import { definePage, problem, redirect, refuse, show } from '../../framework/page.server.ts';
import { extraValues, questionsOf, readExtras } from './lead-extras.server.ts';
import type { LeadData } from './lead-page.tsx';
import { checkLead, fullPhone, leadCountries } from './lead.rules.ts';

const longest = 200;
const fields = [
  ...['name', 'email', 'phone', 'country', 'marketing'],
  ...leadAnswers.map(({ name }) => name),
  'guardian',
];

export const page = definePage<LeadData>({
  load: async (request) => {
    const { brand } = request.visit;
    const session = await request.findSession();
    const lead = session && (await findLead(request.ctx, session));
    const soldOut = session?.orderId ? null : await soldOutAddress(request);
    if (soldOut !== null) return redirect(soldOut);
    const { terms, politics } = brand.links;
    const summary = await offerSummary(request, session);
    return show<LeadData>(
      {
        values: lead ? leadValues(lead) : { name: '', email: '', phone: '', country: brand.market },
        extras: extraValues(request, lead),
        student: questionsOf(request),
        referrers: brand.referrers.map(({ id, name }) => ({ id, name })),
        brandName: brand.name,
        links: { terms, politics },
      },
      // On a phone the first thing to read is what is bought.
      { head: { summary: summary && { ...summary, isOpen: true } } },
    );
  },

  submit: async (form, request) => {
    const values = Object.fromEntries(fields.map((name) => [name, (form[name] ?? '').slice(0, longest)]));
    const errors = checkLead(values, questionsOf(request));
    if (Object.keys(errors).length > 0) return refuse(values, errors);
    const typed = fullPhone(values['phone'] ?? '', values['country'] ?? '');
    const phone = checkPhone(typed.value, typed.market);
    if (!phone.ok) return refuse(values, { phone: 'validation.phone' });
    const { next } = request.view.flow ?? {};
    if (!next) return problem('flow-ends-at-lead');
    const { ctx, browser } = request;
    const begun = await request.findSession();
    if (!begun?.leadId && !(await checkNewLead(ctx, { ip: browser.ip, browserHash: browser.hash }))) {
      if ((await waitSecondsForLead(ctx, browser.hash)) > 0)
        return { ...refuse(values, { form: 'lead.error.many' }), status: 429 };
    }
    const session = await request.session();
    const consent = request.words('lead.marketing', { brand: request.visit.brand.name });
    const terms = `${request.words('lead.terms.before')} ${request.words('lead.terms.terms')} ${request.words('lead.terms.and')} ${request.words('lead.terms.politics')}.`;
    const extras = readExtras(request, values);
    await saveLead(request.ctx, session, {
      ...extras,
      name: normalizeText(values['name'] ?? ''),
      email: normalizeEmail(values['email'] ?? ''),
      phone: phone.value.e164,
      consents: [
        ...extras.consents,
        { kind: 'terms', accepted: true, label: 'lead.terms', text: terms },
        { kind: 'marketing', accepted: values['marketing'] === 'yes', label: 'lead.marketing', text: consent },
      ],
      ip: request.browser.ip,
    });
    return redirect(next);
  },
});

/** What was saved, as the form shows it again: a number of a market without its code. */
export function leadValues(lead: Lead): LeadData['values'] {
  const { name, email } = lead;
  const market = Object.values(markets).find(({ callingCode }) => lead.phone.startsWith(`+${callingCode}`));
  if (!market) return { name, email, phone: lead.phone, country: 'other' };
  return {
    name,
    email,
    phone: layOut(lead.phone.slice(market.callingCode.length + 1), market.country),
    country: market.country,
  };
}

/** Digits in their country's usual layout, as the mask lays them out while they are typed. */
function layOut(digits: string, country: Country): string {
  const mask = leadCountries.find(({ code }) => code === country)?.mask;
  return mask ? applyMask(digits, mask) : digits;
}
