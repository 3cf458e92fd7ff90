import { TextField } from '#src/ui/field/field.tsx';
import type { RailFormProps, RailFormView } from '#src/ui/payment/rail-views.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import { layMsisdn, msisdnRule, readMsisdn } from './msisdn.ts';

/** The buyer's own phone is put in when it has a wallet here; what was typed stays as it was typed. */
function shown(value: string | undefined, error: string | null): string {
  const read = readMsisdn(value ?? '');
  if (read.ok) return layMsisdn(read.value);
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
function Mark() {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <rect x="6.5" y="2.5" width="11" height="19" rx="2.5" />
      <circle cx="12" cy="10.5" r="2.75" />
      <path d="M10.75 18.25h2.5" />
    </svg>
  );
}

export const railForm: RailFormView = {
  Form,
  Mark,
  validate(fields): Readonly<Record<string, string>> {
    const phone = msisdnRule(fields['phone'] ?? '');
    return phone ? { phone } : {};
  },
};
