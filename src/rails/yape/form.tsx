import { buyerDocumentProblem } from '#src/kernel/validation/tax-ids/buyer-document.ts';
import { TextField } from '#src/ui/field/field.tsx';
import { DocumentChoice } from '#src/ui/payment/document-choice.tsx';
import { railMark } from '#src/ui/payment/rail-mark.tsx';
import type { RailFormProps, RailFormView } from '#src/ui/payment/rail-views.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import { codeProblem, phoneProblem, readPhone } from './yape-fields.ts';

/** The buyer's own phone is filled in when it is Peruvian; typed text is kept as it was typed. */
function shown(value: string | undefined, error: string | null): string {
  const phone = readPhone(value ?? '');
  if (phone !== null) return phone.replaceAll(/(\d{3})(?=\d)/g, '$1 ');
  return error === null ? '' : (value ?? '');
}

function Form({ market, name, value, error }: RailFormProps) {
  const t = useWords();
  return (
    <div className="stack">
      <TextField
        name={name('phone')}
        label={t('method.yape.phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        defaultValue={shown(value('phone'), error('phone'))}
        error={error('phone')}
      />
      <DocumentChoice {...{ market, name, value, error }} />
      <TextField
        name={name('code')}
        label={t('method.yape.code')}
        hint={t('method.yape.code.hint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        error={error('code')}
      />
    </div>
  );
}

/** A phone with a tick: a drawing of our own. */
const mark = 'M8.5 2.75h7a2 2 0 0 1 2 2v14.5a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2V4.75a2 2 0 0 1 2-2ZM9.5 11.5l2 2 3.25-3.75';

export const railForm: RailFormView = {
  Form,
  Mark: railMark(mark),
  validate(fields, market) {
    const problems = {
      phone: phoneProblem(fields['phone'] ?? ''),
      code: codeProblem(fields['code'] ?? ''),
      document: buyerDocumentProblem(fields, market),
    };
    return Object.fromEntries(Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== null));
  },
};
