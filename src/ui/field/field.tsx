import type { HTMLInputAutoCompleteAttribute, FocusEventHandler, KeyboardEventHandler, ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import css from './field.module.css';

/** What every kind of field has: label above, hint under it, message below with an icon. */
export interface FieldFrameProps {
  /** Name in the form; the control's id follows from it and stays the same between releases. */
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  /** Said beside the label of a field that may stay empty. */
  readonly optionalLabel?: string;
  /** Finished text of the message, or null. */
  readonly error?: string | null | undefined;
  readonly className?: string | undefined;
}

/** Ids that tie a control to its label, hint and message. */
export function fieldIds(name: string): { readonly control: string; readonly hint: string; readonly error: string } {
  return { control: `field-${name}`, hint: `field-${name}-hint`, error: `field-${name}-error` };
}

/** `aria-*` attributes of a control inside a `FieldFrame`. */
export function describedBy({ name, hint, error }: Pick<FieldFrameProps, 'name' | 'hint' | 'error'>) {
  const ids = fieldIds(name);
  const described = [error ? ids.error : '', hint ? ids.hint : ''].filter(Boolean).join(' ');
  return {
    id: ids.control,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': described || undefined,
  };
}

/** Label, control, hint and message, in that order for the eye and for the ear. */
export function FieldFrame({
  name,
  label,
  hint,
  optionalLabel,
  error,
  className,
  children,
}: FieldFrameProps & { readonly children: ReactNode }) {
  const ids = fieldIds(name);
  return (
    <div className={`${css['frame']} ${className ?? ''}`} data-field={name} data-invalid={error ? '' : undefined}>
      <label className={css['label']} htmlFor={ids.control}>
        {label}
        {optionalLabel ? <span className={css['optional']}>{optionalLabel}</span> : null}
      </label>
      {children}
      {error ? <FieldError name={name} message={error} /> : null}
      {hint ? (
        <p className={css['hint']} id={ids.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}

/** The message of one field. */
export function FieldError({ name, message }: { readonly name: string; readonly message: string }) {
  return (
    <p className={css['error']} id={fieldIds(name).error}>
      <Icon name="error" />
      <span>{message}</span>
    </p>
  );
}

export interface TextFieldProps extends FieldFrameProps {
  readonly type?: 'text' | 'email' | 'tel' | 'password' | 'date' | 'search';
  readonly inputMode?: 'text' | 'numeric' | 'email' | 'tel' | 'decimal';
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly autoCapitalize?: 'none' | 'words' | 'characters';
  readonly defaultValue?: string | undefined;
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly required?: boolean;
  readonly spellCheck?: boolean;
  readonly readOnly?: boolean;
  readonly onKeyDown?: KeyboardEventHandler<HTMLInputElement>;
  readonly onBlur?: FocusEventHandler<HTMLInputElement>;
  /** Name of a mask that the form's hook applies while the buyer types. */
  readonly mask?: string;
  /** Something at the end of the control, inside its edge. */
  readonly suffix?: ReactNode;
}

/** One line of text. Uncontrolled: what was typed before the page came to life stays. */
export function TextField(props: TextFieldProps) {
  const {
    name,
    label,
    hint,
    optionalLabel,
    error,
    className,
    mask,
    suffix,
    type = 'text',
    required = true,
    ...input
  } = props;
  const control = (
    <input
      {...input}
      {...describedBy({ name, hint, error })}
      className={css['control']}
      name={name}
      type={type}
      required={required}
      data-mask={mask}
    />
  );
  return (
    <FieldFrame
      name={name}
      label={label}
      hint={hint}
      error={error}
      className={className}
      {...(optionalLabel ? { optionalLabel } : {})}
    >
      {suffix ? (
        <span className={css['joined']}>
          {control}
          <span className={css['suffix']}>{suffix}</span>
        </span>
      ) : (
        control
      )}
    </FieldFrame>
  );
}
