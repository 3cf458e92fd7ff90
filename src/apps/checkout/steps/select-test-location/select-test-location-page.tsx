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
import { citiesOf, type TestLocationOption, locationsIn } from './test-cities.ts';

/** Data of the page for choosing a test location. */
export interface TestLocationData {
  readonly locations: readonly TestLocationOption[];
  /** The city whose locations are shown; empty until one is chosen. */
  readonly city: string;
  readonly chosen: string | null;
  /** The location chosen before has no seat left: another one is to be chosen. */
  readonly isChosenFull: boolean;
  /** The link's query, which the choice of a city by address keeps. */
  readonly link: Readonly<Record<string, string>>;
  /** Next step of the flow; for brands without test locations. */
  readonly next: string | null;
}

export function SelectTestLocationPage({ data, form }: ViewProps<TestLocationData>) {
  const t = useWords();
  const { announce } = useFeedback();
  useReloadOnReturn();
  const [city, setCity] = useState(data.city);
  const shown = locationsIn(data.locations, city);
  const choose = (name: string): void => {
    setCity(name);
    if (name !== '')
      announce(t('select-test-location.found', { count: locationsIn(data.locations, name).length, city: name }));
  };
  return (
    <>
      <PageTitle
        above={<StepCounter />}
        title={t('select-test-location.title')}
        text={t('select-test-location.intro')}
      />
      {data.locations.length === 0 ? (
        <div className="stack">
          <Notice kind="info" title={t('select-test-location.none.title')}>
            <p>{t('select-test-location.none.text')}</p>
          </Notice>
          {data.next ? <ButtonLink href={data.next}>{t('select-test-location.submit')}</ButtonLink> : null}
        </div>
      ) : (
        <div className="stack">
          {data.isChosenFull && !form ? <Notice kind="alert" title={t('select-test-location.place.full')} /> : null}
          <CityForm data={data} city={city} choose={choose} />
          {shown.length > 0 ? (
            <LocationForm
              // Another city is another question: its message and its choice begin anew.
              key={city}
              city={city}
              locations={shown}
              chosen={form?.values['place'] || data.chosen}
              refused={form?.errors ?? null}
              link={data.link}
            />
          ) : null}
        </div>
      )}
    </>
  );
}

interface CityFormProps {
  readonly data: TestLocationData;
  readonly city: string;
  readonly choose: (city: string) => void;
}

/** A form of its own: without JavaScript it asks for the same page with the city's locations. */
function CityForm({ data, city, choose }: CityFormProps) {
  const t = useWords();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // A city that was chosen before the page was hydrated.
    const there = form.current?.elements.namedItem('city');
    if (there instanceof HTMLSelectElement && there.value !== city) choose(there.value);
    // Only once: from then on the change handler sees every choice.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const onChange = ({ target }: FormEvent<HTMLFormElement>): void => {
    if (target instanceof HTMLSelectElement) choose(target.value);
  };
  return (
    <form ref={form} method="get" className="stack" onChange={onChange}>
      {Object.entries(data.link).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SelectField
        name="city"
        label={t('select-test-location.city')}
        autoComplete="off"
        options={citiesOf(data.locations).map((name) => ({ value: name, label: name }))}
        defaultValue={city}
        emptyLabel={t('select-test-location.choose')}
      />
      <noscript>
        <Button look="secondary">{t('select-test-location.show')}</Button>
      </noscript>
    </form>
  );
}

interface LocationFormProps {
  readonly city: string;
  readonly locations: readonly TestLocationOption[];
  readonly chosen: string | null;
  readonly refused: Readonly<Record<string, string>> | null;
  readonly link: TestLocationData['link'];
}

function LocationForm({ city, locations, chosen, refused, link }: LocationFormProps) {
  const t = useWords();
  // Only for the page as it came: a later city has nothing to be refused.
  const [start] = useState(refused);
  const handle = useForm({
    validate: (values): Readonly<Record<string, string>> =>
      values['place'] ? {} : { place: 'select-test-location.place.missing' },
    refused: start,
  });
  const hasSeats = locations.some(({ left }) => left > 0);
  const open = locations.find(({ id, left }) => id === chosen && left > 0);
  return (
    <form {...handle.props} action={`?${new URLSearchParams({ ...link, city }).toString()}`} className="stack">
      <FormNotice message={handle.error('form')} />
      {hasSeats ? null : (
        <Notice kind="alert" title={t('select-test-location.full.title', { city })}>
          <p>{t('select-test-location.full.text')}</p>
        </Notice>
      )}
      <RadioCards
        name="place"
        legend={t('select-test-location.place.legend', { city })}
        cards={locations.map(({ id, name, address, left }) => ({
          value: id,
          label: name,
          detail: address,
          mark: t('select-test-location.left', { count: left }),
          isDisabled: left === 0,
        }))}
        defaultValue={open?.id}
        error={handle.error('place')}
      />
      {hasSeats ? <Button isBusy={handle.isBusy}>{t('select-test-location.submit')}</Button> : null}
    </form>
  );
}
