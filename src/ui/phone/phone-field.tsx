import { useEffect, useRef, useState } from 'react';
import { describedBy, FieldFrame, type FieldFrameProps } from '../field/field.tsx';
import fieldCss from '../field/field.module.css';
import { Icon } from '../icon/icon.tsx';
import { Flag } from './flags.tsx';
import css from './phone-field.module.css';

export interface DialCountry {
  /** ISO 3166-1 alpha-2, or `other`. */
  readonly code: string;
  /** Country's name in the page's language. */
  readonly label: string;
  /** Calling code without `+`; empty for `other`, where the buyer types all of it. */
  readonly dial: string;
  /** Layout of a national number, as in `applyMask`; absent where the buyer types freely. */
  readonly mask?: string;
}

export interface PhoneFieldProps extends FieldFrameProps {
  readonly countries: readonly DialCountry[];
  /** Name of the country's select in the form. */
  readonly countryName: string;
  /** Accessible name of the select: "País". */
  readonly countryLabel: string;
  readonly defaultCountry: string;
  readonly defaultValue?: string | undefined;
}

/**
 * Country and number side by side under one label. The country is a native list, unseen over the flag and the code of what
 * is chosen: only those are drawn. Without a script the list itself is seen (see the style sheet).
 */
export function PhoneField(props: PhoneFieldProps) {
  const { name, label, hint, error, className, countries, countryName, countryLabel, defaultCountry, defaultValue } =
    props;
  const list = useRef<HTMLSelectElement>(null);
  const [country, setCountry] = useState(defaultCountry);
  // A browser may have filled the list before the page came to life.
  useEffect(() => setCountry((drawn) => list.current?.value ?? drawn), []);
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error} className={className}>
      <div className={css['pair']} data-invalid={error ? '' : undefined}>
        <span className={css['country']}>
          <select
            name={countryName}
            aria-label={countryLabel}
            autoComplete="tel-country-code"
            defaultValue={defaultCountry}
            ref={list}
            onChange={(event) => setCountry(event.target.value)}
          >
            {countries.map((one) => (
              <option key={one.code} value={one.code} data-mask={one.mask}>
                {one.dial ? `${one.label} (+${one.dial})` : one.label}
              </option>
            ))}
          </select>
          <span aria-hidden="true">
            <Flag code={country} />
            {`+${countries.find(({ code }) => code === country)?.dial ?? ''}`}
          </span>
          <Icon name="chevron" />
        </span>
        <input
          {...describedBy({ name, hint, error })}
          className={fieldCss['control']}
          name={name}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          defaultValue={defaultValue}
          required
          data-mask-from={countryName}
        />
      </div>
    </FieldFrame>
  );
}
