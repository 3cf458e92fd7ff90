import type { ProofKind } from '#src/domain/in-person/index.ts';
import { Button } from '#src/ui/button/button.tsx';
import { TextField, type TextFieldProps } from '#src/ui/field/field.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { InPersonFormProps } from './in-person-payment-panel.tsx';

type Control = Pick<TextFieldProps, 'name' | 'inputMode' | 'type' | 'autoCapitalize'>;

/** The fields of the proof, in the order of the receipt. */
const controls: Readonly<Record<ProofKind, readonly Control[]>> = {
  'terminal-slip': [
    { name: 'nsu', inputMode: 'numeric' },
    { name: 'authorisation', autoCapitalize: 'characters' },
  ],
  'transfer-id': [{ name: 'endToEndId', autoCapitalize: 'none' }],
  receipt: [{ name: 'receipt', autoCapitalize: 'characters' }],
  'bank-draft': [
    { name: 'line', inputMode: 'numeric' },
    { name: 'dueOn', type: 'date' },
  ],
};

/** Records a payment: the amount and its proof. */
export function CollectForm({ payment, action, value, error }: InPersonFormProps) {
  const t = useWords();
  return (
    <form method="post" action={action} className="stack">
      <TextField
        name="amount"
        label={t('collect.take.amount')}
        hint={t('collect.take.amount.hint')}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={value('amount') ?? payment.amount}
        error={error('amount')}
      />
      {controls[payment.proofKind].map((control) => (
        <TextField
          key={control.name}
          {...control}
          label={t(`collect.proof.${control.name}`)}
          hint={t(`collect.proof.${control.name}.hint`)}
          autoComplete="off"
          spellCheck={false}
          defaultValue={value(control.name) ?? ''}
          error={error(control.name)}
        />
      ))}
      <Button name="intent" value="take">
        {t('collect.take.submit')}
      </Button>
      <p className="fineprint">{t('collect.take.what')}</p>
    </form>
  );
}
