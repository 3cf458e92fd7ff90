import { TextField } from '#src/ui/field/field.tsx';
import { railMark } from '#src/ui/payment/rail-mark.tsx';
import type { RailFormProps, RailFormView } from '#src/ui/payment/rail-views.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import { formatMsisdn, msisdnRule, readMsisdn } from './msisdn.ts';

/** The buyer's own phone is filled in when its operator has M-Pesa; typed text is kept as it was typed. */
function shown(value: string | undefined, error: string | null): string {
  const read = readMsisdn(value ?? '');
  if (read.ok) return formatMsisdn(read.value);
  return error === null ? '' : (value ?? '');
}

function Form({ name, value, error }: RailFormProps) {
  const t = useWords();
  return (
    <div className="stack">
      <TextField
        name={name('phone')}
        label={t('method.m-pesa.phone')}
        hint={t('method.m-pesa.phone.hint')}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        required
        defaultValue={shown(value('phone'), error('phone'))}
        error={error('phone')}
      />
      <p className="fineprint">{t('method.m-pesa.how')}</p>
    </div>
  );
}

/** A phone with a coin on it: a drawing of our own. */
const mark =
  'M9 2.5h6A2.5 2.5 0 0 1 17.5 5v14a2.5 2.5 0 0 1-2.5 2.5H9A2.5 2.5 0 0 1 6.5 19V5A2.5 2.5 0 0 1 9 2.5ZM12 13.25a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5ZM10.75 18.25h2.5';

export const railForm: RailFormView = {
  Form,
  Mark: railMark(mark),
  validate(fields): Readonly<Record<string, string>> {
    const phone = msisdnRule(fields['phone'] ?? '');
    return phone ? { phone } : {};
  },
};
