import { type FormEvent, useState } from 'react';
import type { Country } from '#src/kernel/locale/locale.ts';
import { markets } from '#src/kernel/locale/markets.ts';
import { namedReceiptFrom } from '#src/kernel/validation/tax-ids/buyer-document.ts';
import { TextField } from '../field/field.tsx';
import { SelectField } from '../field/select-field.tsx';
import { useWords } from '../words/words-context.tsx';
import css from './document-choice.module.css';

interface DocumentChoiceProps {
  readonly market: Country;
  readonly name: (field: string) => string;
  readonly value: (field: string) => string | undefined;
  readonly error: (field: string) => string | null;
}

/** The kind of document and its number, where a country has several that one field cannot tell apart. */
export function DocumentChoice({ market, name, value, error }: DocumentChoiceProps) {
  const t = useWords();
  const { documents } = markets[market];
  const [type, setType] = useState(value('documentType') ?? documents[0]);
  const choose = ({ target }: FormEvent<HTMLDivElement>): void => {
    if (target instanceof HTMLSelectElement) setType(target.value);
  };
  return (
    <div className={`stack ${css['pair']}`} onInput={choose}>
      <SelectField
        name={name('documentType')}
        label={t('form.document.type')}
        defaultValue={type}
        options={documents.map((one) => ({ value: one, label: t(`form.document.${one}`) }))}
      />
      <TextField
        name={name('document')}
        label={t('form.document.number')}
        hint={t('form.document.why', { limit: `S/\u00A0${namedReceiptFrom}` })}
        // Letters are in none but the carné; without JavaScript the whole keyboard comes with it.
        inputMode={type === 'ce' ? 'text' : 'numeric'}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        defaultValue={value('document')}
        error={error('document')}
      />
    </div>
  );
}
