import { Button } from '#src/ui/button/button.tsx';
import { TextField } from '#src/ui/field/field.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { FormState } from '../../framework/page.ts';
import { payoutIntent, type CoolingOffData } from './cooling-off.types.ts';
import css from './cooling-off.module.css';

interface PayoutDetailsFormProps {
  readonly data: CoolingOffData;
  readonly form: FormState | null;
}

/** The account for a manual refund: the market's account number, or a key, or an account for a buyer without a key. */
export function PayoutDetailsForm({ data, form }: PayoutDetailsFormProps) {
  const t = useWords();
  const error = (field: string): string | null => {
    const key = form?.errors[field];
    return key === undefined ? null : t(key);
  };
  const value = (field: string): string => form?.values[field] ?? '';
  return (
    <form method="post" className="stack">
      <h2 className={css['heading']}>
        {t(data.details === 'given' ? 'cooling-off.details.again' : 'cooling-off.details.title')}
      </h2>
      <p>{t('cooling-off.details.text')}</p>
      {data.digits === null ? (
        <KeyOrAccount value={value} error={error} />
      ) : (
        <TextField
          name="number"
          label={t('cooling-off.details.number')}
          hint={t('cooling-off.details.number-hint', { count: data.digits })}
          inputMode="numeric"
          autoComplete="off"
          required={false}
          maxLength={40}
          defaultValue={value('number')}
          error={error('number')}
        />
      )}
      <Button look={data.details === 'given' ? 'secondary' : 'primary'} name="intent" value={payoutIntent}>
        {t('cooling-off.details.submit')}
      </Button>
    </form>
  );
}

interface KeyOrAccountProps {
  readonly value: (field: string) => string;
  readonly error: (field: string) => string | null;
}

function KeyOrAccount({ value, error }: KeyOrAccountProps) {
  const t = useWords();
  return (
    <>
      <TextField
        name="key"
        label={t('cooling-off.details.key')}
        hint={t('cooling-off.details.key-hint')}
        autoComplete="off"
        required={false}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={140}
        defaultValue={value('key')}
        error={error('key')}
      />
      <details open={error('account') ? true : undefined}>
        <summary>{t('cooling-off.details.no-key')}</summary>
        <div className={css['account']}>
          <TextField
            name="bank"
            label={t('cooling-off.details.bank')}
            autoComplete="off"
            required={false}
            maxLength={60}
            defaultValue={value('bank')}
          />
          <TextField
            name="branch"
            label={t('cooling-off.details.branch')}
            inputMode="numeric"
            autoComplete="off"
            required={false}
            maxLength={10}
            defaultValue={value('branch')}
          />
          <TextField
            name="account"
            label={t('cooling-off.details.account')}
            hint={t('cooling-off.details.account-hint')}
            autoComplete="off"
            required={false}
            maxLength={20}
            defaultValue={value('account')}
            error={error('account')}
          />
        </div>
      </details>
    </>
  );
}
