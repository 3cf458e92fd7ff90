import { type FormEvent, useEffect, useRef, useState } from 'react';
import { describedBy, FieldFrame, fieldIds, type FieldFrameProps } from './field.tsx';
import fieldCss from './field.module.css';
import css from './range-field.module.css';

interface RangeFieldProps extends FieldFrameProps {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly defaultValue: string;
  /** The slider's position while the text is no allowed number. */
  readonly resting: number;
  /** The number in a text; null when it is not allowed. */
  readonly read: (typed: string) => number | null;
  /** A number as text: in the field, and read out for the slider. */
  readonly write: (value: number) => string;
  readonly spoken: (value: number) => string;
  /** Shown at the two ends of the slider. */
  readonly ends: readonly [string, string];
  /** Called with every number that may be chosen. */
  readonly onValue: (value: number) => void;
}

/**
 * A number out of a range: a field to type it into, and a slider for the same number. Only the field is posted; without
 * JavaScript, or without a choice, there is no slider.
 */
export function RangeField(props: RangeFieldProps) {
  const { name, label, hint, error, min, max, step, defaultValue, resting, read, write, spoken, ends, onValue } = props;
  const field = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState(() => read(defaultValue) ?? resting);
  const take = (next: number): void => {
    setValue(next);
    onValue(next);
  };
  useEffect(() => {
    // What was typed before the page came to life, or what the browser put back.
    const typed = read(field.current?.value ?? '');
    if (typed !== null) take(typed);
    // Once: from then on the handler sees every key.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const onType = ({ currentTarget }: FormEvent<HTMLInputElement>): void => {
    const typed = read(currentTarget.value);
    if (typed !== null) take(typed);
  };
  const onSlide = ({ currentTarget }: FormEvent<HTMLInputElement>): void => {
    const next = currentTarget.valueAsNumber;
    if (field.current) field.current.value = write(next);
    take(next);
  };
  const normalize = (): void => {
    const typed = read(field.current?.value ?? '');
    if (field.current && typed !== null) field.current.value = write(typed);
  };
  return (
    <div className={css['range']}>
      <FieldFrame name={name} label={label} hint={hint} error={error}>
        <input
          ref={field}
          {...describedBy({ name, hint, error })}
          className={`${fieldCss['control']} ${css['number']}`}
          name={name}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          required
          defaultValue={defaultValue}
          onInput={onType}
          onBlur={normalize}
        />
      </FieldFrame>
      {min < max ? (
        <div className={`scripted ${css['slide']}`}>
          <input
            className={css['slider']}
            type="range"
            min={min}
            max={max}
            step={step}
            value={value}
            onChange={onSlide}
            aria-label={label}
            aria-describedby={hint ? fieldIds(name).hint : undefined}
            aria-valuetext={spoken(value)}
          />
          <div className={css['ends']} aria-hidden="true">
            <span>{ends[0]}</span>
            <span>{ends[1]}</span>
          </div>
        </div>
      ) : null}
    </div>
  );
}
