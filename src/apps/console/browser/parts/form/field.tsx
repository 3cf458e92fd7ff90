import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField } from 'react-aria-components/TextField';
import css from './field.module.css';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What it is for, below it. */
  readonly hint?: string;
  /** Several lines; otherwise one. */
  readonly rows?: number;
  readonly maxLength?: number;
  readonly isRequired?: boolean;
  readonly type?: 'text' | 'email' | 'datetime-local';
  readonly inputMode?: 'decimal';
  /** Takes the focus when its sheet opens. */
  readonly isFirst?: boolean;
  /** Texts of machines: ids, bodies. */
  readonly isCode?: boolean;
}

/** A text field of a form. */
export function Field({
  label,
  value,
  onChange,
  hint,
  rows = 1,
  isRequired,
  type,
  isCode,
  isFirst,
  ...rest
}: FieldProps) {
  const own = { ...rest, className: css['input'] ?? '', autoComplete: 'off' };
  return (
    <TextField
      className={css['field'] ?? ''}
      value={value}
      onChange={onChange}
      isRequired={isRequired ?? false}
      // eslint-disable-next-line jsx-a11y/no-autofocus -- the sheet is opened to type into it
      autoFocus={isFirst ?? false}
    >
      <Label className={css['label'] ?? ''}>{label}</Label>
      {rows > 1 ? (
        <TextArea {...own} rows={rows} data-code={isCode || undefined} />
      ) : (
        <Input {...own} type={type ?? 'text'} data-code={isCode || undefined} />
      )}
      {hint !== undefined && (
        <Text slot="description" className={css['hint'] ?? ''}>
          {hint}
        </Text>
      )}
    </TextField>
  );
}
