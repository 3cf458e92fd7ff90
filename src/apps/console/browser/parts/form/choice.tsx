import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import css from './choice.module.css';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
}

/** One of a few: all of them are seen. */
export function Choice<Value extends string>({ label, value, onChange, options }: ChoiceProps<Value>) {
  const choose = (given: string): void => {
    const chosen = options.find((option) => option.value === given);
    if (chosen) onChange(chosen.value);
  };
  return (
    <RadioGroup className={css['choice'] ?? ''} value={value} onChange={choose}>
      <Label className={css['label'] ?? ''}>{label}</Label>
      {options.map((option) => (
        <Radio key={option.value} value={option.value} className={css['option'] ?? ''}>
          {option.label}
        </Radio>
      ))}
    </RadioGroup>
  );
}
