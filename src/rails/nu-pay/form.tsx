import { TextField } from '#src/ui/field/field.tsx';
import { cpfRule } from '#src/kernel/validation/tax-ids/cpf.rule.ts';
import { railMark } from '#src/ui/payment/rail-mark.tsx';
import type { RailFormProps, RailFormView } from '#src/ui/payment/rail-views.ts';
import { useWords } from '#src/ui/words/words-context.tsx';

function Form({ name, value, error }: RailFormProps) {
  const t = useWords();
  return (
    <div className="stack">
      <TextField
        name={name('document')}
        label={t('method.nu-pay.document')}
        inputMode="numeric"
        autoComplete="off"
        required
        defaultValue={value('document')}
        error={error('document')}
      />
      <p className="fineprint">{t('method.nu-pay.how')}</p>
    </div>
  );
}

/** A phone and an arrow that leaves it: a drawing of our own. */
const mark =
  'M15 8V5a2.5 2.5 0 0 0-2.5-2.5h-5A2.5 2.5 0 0 0 5 5v14a2.5 2.5 0 0 0 2.5 2.5h5A2.5 2.5 0 0 0 15 19v-3M10 12h11m-3-3 3 3-3 3';

export const railForm: RailFormView = {
  Form,
  Mark: railMark(mark),
  validate(fields): Readonly<Record<string, string>> {
    const document = cpfRule(fields['document'] ?? '');
    return document ? { document } : {};
  },
};
