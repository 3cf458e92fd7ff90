import { type KeyboardEvent, useRef, useState } from 'react';
import { Button } from '#src/ui/button/button.tsx';
import { TextField } from '#src/ui/field/field.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { PaymentData } from '../payment.types.ts';
import css from './voucher-entry.module.css';

/** A price tag; see `Icon`. */
const tag =
  'M3.5 11.6V5A1.5 1.5 0 0 1 5 3.5h6.6a2 2 0 0 1 1.4.6l7 7a2 2 0 0 1 0 2.8l-6.1 6.1a2 2 0 0 1-2.8 0l-7-7a2 2 0 0 1-.6-1.4ZM8 8v.01';

export interface VoucherEntryProps {
  readonly voucher: PaymentData['voucher'];
  readonly typed: string | undefined;
  readonly error: string | null;
  readonly isBusy: boolean;
}

/** Enter applies the voucher instead of paying. */
function applyOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  const { form } = event.currentTarget;
  const button = form?.querySelector<HTMLButtonElement>('button[value="voucher"]');
  if (form && button) form.requestSubmit(button);
}

/** The voucher field: collapsed until it is opened; then a line with the discount. */
export function VoucherEntry({ voucher, typed, error, isBusy }: VoucherEntryProps) {
  const t = useWords();
  // Only the initial state: afterwards the buyer opens and closes it, and a message that disappears must not collapse it.
  const entry = useRef<HTMLDivElement>(null);
  // The field is uncontrolled: a value that the answer omits is cleared here.
  const clear = (): void => {
    const field = entry.current?.querySelector('input');
    if (field) field.value = '';
  };
  const [isOpen] = useState(Boolean(typed) || error !== null);
  if (voucher) {
    return (
      <Notice kind="success">
        <div className={css['applied']}>
          <p>
            <strong>{voucher.code}</strong> {t('payment.voucher.saves', { saving: voucher.saving })}
          </p>
          <Button look="quiet" name="intent" value="remove-voucher" formNoValidate isBusy={isBusy}>
            {t('payment.voucher.remove')}
          </Button>
        </div>
      </Notice>
    );
  }
  return (
    <details className={css['voucher']} open={isOpen}>
      <summary>
        <Icon path={tag} />
        {t('payment.voucher.have')}
      </summary>
      <div className={css['entry']} ref={entry}>
        <TextField
          name="voucher"
          label={t('payment.voucher.label')}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required={false}
          defaultValue={typed}
          error={error}
          onKeyDown={applyOnEnter}
        />
        <Button look="secondary" name="intent" value="voucher" formNoValidate isBusy={isBusy}>
          {t('payment.voucher.apply')}
        </Button>
        {typed || error !== null ? (
          <Button look="quiet" name="intent" value="remove-voucher" formNoValidate isBusy={isBusy} onClick={clear}>
            {t('payment.voucher.remove')}
          </Button>
        ) : null}
      </div>
    </details>
  );
}
