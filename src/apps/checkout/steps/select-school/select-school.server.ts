import type { Brand } from '#src/branding/index.ts';
import { unitCities, unitCountries, unitRegions, unitsIn } from '#src/domain/catalog/units/index.ts';
import { locationOfKind, locationsOfSession } from '#src/domain/checkout/test-locations/index.server.ts';
import { chooseUnit } from '#src/domain/orders/index.server.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import { isCountry } from '#src/kernel/locale/markets.ts';
import { offerSummary } from '../../site/summary.server.ts';
import { definePage, type PageRequest, problem, redirect, refuse, show } from '../../framework/page.server.ts';
import { resolveUnitSearch, type UnitSearch, type UnitSearchSource } from './school-search.ts';
import type { SchoolData } from './select-school-page.tsx';

const longest = 120;

function sourceOf({ visit }: PageRequest): UnitSearchSource {
  const { units } = visit.brand;
  return {
    regions: async (country) =>
      isCountry(country) ? unitRegions(units, country).map(({ code, name }) => ({ value: code, label: name })) : [],
    cities: async (country, region) =>
      isCountry(country) ? unitCities(units, country, region).map((name) => ({ value: name, label: name })) : [],
    units: async (country, region, city) =>
      isCountry(country)
        ? unitsIn(units, { country, region, city }).map(({ id, name, address }) => ({
            value: id,
            label: name,
            address,
          }))
        : [],
  };
}

/** The search of the address; without one, the way to what was chosen before. */
function searchOf({ rawQuery }: PageRequest, chosen: UnitSearch | null): UnitSearch {
  const text = (name: keyof UnitSearch): string => (rawQuery.get(name) ?? '').slice(0, longest);
  if (chosen && !rawQuery.has('country')) return chosen;
  return { country: text('country'), region: text('region'), city: text('city') };
}

/** A shop of one country asks for no country: its own, where it has schools there. */
function countriesOf({ units, market }: Pick<Brand, 'units' | 'market'>): readonly Country[] {
  const all = unitCountries(units);
  return all.includes(market) ? [market] : all;
}

export const page = definePage<SchoolData>({
  load: async (request) => {
    const { ctx, visit, view, words, link } = request;
    const session = await request.findSession();
    const chosen = session && locationOfKind(await locationsOfSession(ctx.db, session.id), 'unit');
    const countries = countriesOf(visit.brand).map((code) => ({
      value: code,
      label: words(`lead.country.${code}`),
    }));
    const followed = await resolveUnitSearch(searchOf(request, chosen), countries, sourceOf(request));
    return show<SchoolData>(
      {
        brand: visit.brand.id,
        countries,
        ...followed,
        chosen: chosen?.id ?? null,
        link: { ...link },
        next: view.flow?.next ?? null,
      },
      { head: { summary: await offerSummary(request, session) } },
    );
  },

  submit: async (form, request) => {
    const unit = (form['unit'] ?? '').slice(0, longest);
    if (unit === '') return refuse({ unit }, { unit: 'select-school.unit.missing' });
    const { next } = request.view.flow ?? {};
    if (!next) return problem('flow-ends-at-select-school');
    const chosen = await chooseUnit(request.ctx, await request.session(), unit);
    if (chosen.ok) return redirect(next);
    if (chosen.error === 'order-paid') return redirect(request.href('/success'));
    return refuse({ unit }, { unit: 'select-school.unit.gone' });
  },
});
