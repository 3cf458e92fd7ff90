import { Icon } from '../icon/icon.tsx';
import { describedBy, FieldFrame, type FieldFrameProps } from './field.tsx';
import css from './field.module.css';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

export interface SelectFieldProps extends FieldFrameProps {
  readonly options: readonly SelectOption[];
  readonly defaultValue?: string | undefined;
  /** First, empty choice; absent when something is always chosen. */
  readonly emptyLabel?: string;
  readonly autoComplete?: string;
  readonly required?: boolean;
  readonly onChoose?: (value: string) => void;
  /** Waits for another choice; it then sends nothing. */
  readonly isDisabled?: boolean;
}

/** A choice from a list, in the picker that the buyer's machine has for it. */
export function SelectField(props: SelectFieldProps) {
  const {
    name,
    label,
    hint,
    optionalLabel,
    error,
    className,
    options,
    emptyLabel,
    required = true,
    isDisabled,
    onChoose,
    ...select
  } = props;
  return (
    <FieldFrame
      name={name}
      label={label}
      hint={hint}
      error={error}
      className={className}
      {...(optionalLabel ? { optionalLabel } : {})}
    >
      <span className={css['joined']}>
        <select
          {...select}
          {...describedBy({ name, hint, error })}
          className={css['control']}
          name={name}
          required={required}
          disabled={isDisabled}
          onChange={(event) => onChoose?.(event.currentTarget.value)}
        >
          {emptyLabel === undefined ? null : <option value="">{emptyLabel}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <span className={css['suffix']}>
          <Icon name="chevron" />
        </span>
      </span>
    </FieldFrame>
  );
}
