import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button, ButtonLink } from '#src/ui/button/button.tsx';
import { RadioCards } from '#src/ui/choice/radio-cards.tsx';
import { useFeedback } from '#src/ui/feedback/feedback.tsx';
import { SelectField } from '#src/ui/field/select-field.tsx';
import { FormNotice } from '#src/ui/form/form-notice.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { StepCounter } from '../../site/shell/step-counter.tsx';
import type { ViewProps } from '../../framework/page.ts';
import { useReloadOnReturn } from '#src/ui/navigation/use-reload-on-return.ts';
import type { UnitSearchResult, LocationOption, UnitOption } from './school-search.ts';
import css from './select-school.module.css';
import { type SchoolSearch, useSchoolSearch } from './use-school-search.ts';

/** What the page for choosing a unit shows. */
export interface SchoolData extends UnitSearchResult {
  /** The brand's id, for the franchise calls. */
  readonly brand: string;
  readonly countries: readonly LocationOption[];
  /** Id of the unit that was chosen before. */
  readonly chosen: string | null;
  /** The link's query, which the search by address keeps. */
  readonly link: Readonly<Record<string, string>>;
  /** Next step of the flow; for brands without units. */
  readonly next: string | null;
}

export function SelectSchoolPage({ data, form }: ViewProps<SchoolData>) {
  const t = useWords();
  const { announce } = useFeedback();
  useReloadOnReturn();
  const search = useSchoolSearch(data, ({ search: { city }, lists: { units } }) => {
    if (city !== '') announce(t('select-school.found', { count: units.length, city }));
  });
  return (
    <>
      <PageTitle above={<StepCounter />} title={t('select-school.title')} text={t('select-school.intro')} />
      {data.countries.length === 0 ? (
        <div className="stack">
          <Notice kind="info" title={t('select-school.none.title')}>
            <p>{t('select-school.none.text')}</p>
          </Notice>
          {data.next ? <ButtonLink href={data.next}>{t('select-school.submit')}</ButtonLink> : null}
        </div>
      ) : (
        <div className={`stack ${css['room']}`}>
          <RegionForm data={data} search={search} />
          {search.state === 'failed' ? (
            <Notice kind="error" title={t('select-school.failed.title')} isLive>
              <p>{t('select-school.failed.text')}</p>
              <Button type="button" look="quiet" onClick={search.again}>
                {t('select-school.again')}
              </Button>
            </Notice>
          ) : null}
          {search.lists.units.length > 0 ? (
            <UnitForm
              // Another city is another question: its message and its choice begin anew.
              key={JSON.stringify(search.search)}
              units={search.lists.units}
              search={search}
              chosen={form?.values['unit'] || data.chosen}
              refused={form?.errors ?? null}
              link={data.link}
            />
          ) : null}
        </div>
      )}
    </>
  );
}

/** Country, region and city. A form of its own: without JavaScript it asks for the same page with the next list. */
function RegionForm({
  data,
  search: { search, lists, state, change },
}: {
  readonly data: SchoolData;
  readonly search: SchoolSearch;
}) {
  const t = useWords();
  const { country, region, city } = search;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // A country that was chosen before the page was hydrated.
    const there = form.current?.elements.namedItem('country');
    if (there instanceof HTMLSelectElement && there.value !== country)
      change({ country: there.value, region: '', city: '' });
    // Only once: from then on the change handler sees every choice.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const onChange = ({ target }: FormEvent<HTMLFormElement>): void => {
    if (!(target instanceof HTMLSelectElement)) return;
    const { name, value } = target;
    if (name === 'country') change({ country: value, region: '', city: '' });
    if (name === 'region') change({ country, region: value, city: '' });
    if (name === 'city') change({ country, region, city: value });
  };
  const empty = t(state === 'loading' ? 'select-school.loading' : 'select-school.choose');
  const regionLabel = `select-school.region.${country || data.countries[0]?.value}`;
  return (
    <form ref={form} method="get" className="stack" onChange={onChange} aria-busy={state === 'loading'}>
      {Object.entries(data.link).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {data.countries.length > 1 ? (
        <SelectField
          name="country"
          label={t('select-school.country')}
          autoComplete="country"
          options={data.countries}
          defaultValue={country}
          emptyLabel={t('select-school.choose')}
        />
      ) : (
        <input type="hidden" name="country" value={country} />
      )}
      <SelectField
        key={`region of ${country} ${lists.regions.length}`}
        name="region"
        label={t(regionLabel)}
        autoComplete="address-level1"
        options={lists.regions}
        defaultValue={region}
        emptyLabel={empty}
        isDisabled={lists.regions.length === 0}
      />
      <SelectField
        key={`city of ${country} ${region} ${lists.cities.length}`}
        name="city"
        label={t('select-school.city')}
        autoComplete="address-level2"
        options={lists.cities}
        defaultValue={city}
        emptyLabel={empty}
        isDisabled={lists.cities.length === 0}
      />
      <noscript>
        <Button look="secondary">{t('select-school.show')}</Button>
      </noscript>
    </form>
  );
}

interface UnitFormProps {
  readonly units: readonly UnitOption[];
  readonly search: SchoolSearch;
  readonly chosen: string | null;
  readonly refused: Readonly<Record<string, string>> | null;
  readonly link: SchoolData['link'];
}

function UnitForm({ units, search: { search }, chosen, refused, link }: UnitFormProps) {
  const t = useWords();
  // Only for the page as it came: a later city has nothing to be refused.
  const [start] = useState(refused);
  const handle = useForm({
    validate: (values): Readonly<Record<string, string>> =>
      values['unit'] ? {} : { unit: 'select-school.unit.missing' },
    refused: start,
  });
  // In the address, so that a refused form shows the same city again.
  const query = new URLSearchParams({ ...link, ...search }).toString();
  return (
    <form {...handle.props} action={`?${query}`} className="stack">
      <FormNotice message={handle.error('form')} />
      <RadioCards
        name="unit"
        legend={t('select-school.unit.legend', { count: units.length, city: search.city })}
        cards={units.map(({ value, label, address }) => ({ value, label, detail: address }))}
        defaultValue={units.some(({ value }) => value === chosen) ? (chosen ?? undefined) : undefined}
        error={handle.error('unit')}
      />
      <Button isBusy={handle.isBusy}>{t('select-school.submit')}</Button>
    </form>
  );
}
