import type { ReactNode } from 'react';
import { describedBy, FieldError } from '../field/field.tsx';
import css from './checkbox.module.css';

interface CheckboxProps {
  readonly name: string;
  readonly children: ReactNode;
  readonly error?: string | null | undefined;
  /** Only what the buyer ticked before; consent never starts ticked. */
  readonly defaultChecked?: boolean;
  readonly required?: boolean;
}

/** One box to tick, with its sentence. It posts `yes` when ticked. */
export function Checkbox({ name, children, error, defaultChecked = false, required = false }: CheckboxProps) {
  return (
    <div className={css['box']} data-field={name} data-invalid={error ? '' : undefined}>
      <label className={css['boxlabel']}>
        <input
          type="checkbox"
          name={name}
          value="yes"
          defaultChecked={defaultChecked}
          required={required}
          {...describedBy({ name, error })}
        />
        <span>{children}</span>
      </label>
      {error ? <FieldError name={name} message={error} /> : null}
    </div>
  );
}
