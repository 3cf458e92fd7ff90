import { type ReactNode, useId } from 'react';
import css from './act-sheet.module.css';

interface TextInputProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'email';
  readonly inputMode?: 'decimal' | 'text';
  readonly maxLength?: number;
  /** Takes the focus when the sheet opens. */
  readonly isFirst?: boolean;
}

/** One line of text with its label above and its hint below. */
export function TextInput({ label, hint, value, onChange, type = 'text', isFirst = false, ...rest }: TextInputProps) {
  const id = useId();
  return (
    <div className={css['field']}>
      <label className={css['label']} htmlFor={id}>
        {label}
      </label>
      <input
        {...rest}
        id={id}
        className={css['input']}
        type={type}
        value={value}
        autoComplete="off"
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the sheet is opened to type into it
        autoFocus={isFirst}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      {hint !== undefined && (
        <p className={css['hint']} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** One of a few options, all in view. */
export function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={css['field']}>
      <legend className={css['label']}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={css['choice']}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

interface FactsProps {
  readonly rows: readonly (readonly [string, ReactNode])[];
}

/** What an act does, as labels and values. */
export function Facts({ rows }: FactsProps) {
  return (
    <dl className={css['facts']}>
      {rows.map(([label, value]) => (
        <div key={label} className={css['row']}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
