import type { KeyboardEvent } from 'react';
import { describedBy, FieldError, fieldIds } from '#src/ui/field/field.tsx';
import fieldCss from '#src/ui/field/field.module.css';
import { Icon } from '#src/ui/icon/icon.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { PaymentData } from './payment.types.ts';
import css from './payment.module.css';

interface VoucherEntryProps {
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

/** A voucher: folded until it is wanted, then a chip that says what it saves. */
export function VoucherEntry({ voucher, typed, error, isBusy }: VoucherEntryProps) {
  const t = useWords();
  if (voucher) {
    return (
      <div className={css['applied']}>
        <Icon name="tag" />
        <p>
          <strong>{voucher.code}</strong> {t('payment.voucher.saves', { saving: voucher.saving })}
        </p>
        <button type="submit" name="intent" value="remove-voucher" formNoValidate className={css['link']} aria-disabled={isBusy || undefined}>
          {t('payment.voucher.remove')}
        </button>
      </div>
    );
  }
  return (
    <details className={css['voucher']} open={Boolean(typed) || error !== null}>
      <summary>
        <Icon name="tag" />
        {t('payment.voucher.have')}
      </summary>
      <div className={css['entry']} data-field="voucher" data-invalid={error ? '' : undefined}>
        <label className="visually-hidden" htmlFor={fieldIds('voucher').control}>
          {t('payment.voucher.label')}
        </label>
        <input
          {...describedBy({ name: 'voucher', error })}
          className={fieldCss['control']}
          name="voucher"
          type="text"
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={t('payment.voucher.label')}
          defaultValue={typed}
          onKeyDown={applyOnEnter}
        />
        <button type="submit" name="intent" value="voucher" formNoValidate className={css['apply']} aria-disabled={isBusy || undefined}>
          {t('payment.voucher.apply')}
        </button>
        {error ? <FieldError name="voucher" message={error} /> : null}
      </div>
    </details>
  );
}
