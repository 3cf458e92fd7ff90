import type { ComponentType } from 'react';
import { cpfOrCnpjRule } from '#src/kernel/validation/tax-ids/cpf-or-cnpj.rule.ts';
import { useWords } from '../words/words-context.tsx';
import { DocumentField } from './document-field.tsx';
import { railMark } from './rail-mark.tsx';
import type { RailFormProps, RailFormView } from './rail-views.ts';

/**
 * The view of a rail that requires only the payer's CPF or CNPJ: the field, and one line about the next step. Words:
 * `method.<rail>.document`, `.letters` and `.how`. `mark` is the drawing's path (`railMark`). `More` is below them.
 */
export function documentForm(rail: string, mark: string, More?: ComponentType<RailFormProps>): RailFormView {
  function Form(props: RailFormProps) {
    const { name, value, error } = props;
    const t = useWords();
    return (
      <div className="stack">
        <DocumentField
          name={name('document')}
          label={t(`method.${rail}.document`)}
          lettersLabel={t(`method.${rail}.letters`)}
          defaultValue={value('document')}
          error={error('document')}
        />
        <p className="fineprint">{t(`method.${rail}.how`)}</p>
        {More ? <More {...props} /> : null}
      </div>
    );
  }
  return {
    Form,
    Mark: railMark(mark),
    validate(fields) {
      const document = cpfOrCnpjRule(fields['document'] ?? '');
      return document ? { document } : {};
    },
  };
}
