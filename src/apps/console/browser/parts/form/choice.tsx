import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import css from './choice.module.css';

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** One of a few: all of them are seen. */
export function Choice({ label, value, onChange, options }: ChoiceProps) {
  return (
    <RadioGroup className={css['choice'] ?? ''} value={value} onChange={onChange}>
      <Label className={css['label'] ?? ''}>{label}</Label>
      {options.map((option) => (
        <Radio key={option.value} value={option.value} className={css['option'] ?? ''}>
          {option.label}
        </Radio>
      ))}
    </RadioGroup>
  );
}
