import { useWords } from '#src/ui/words/words-context.tsx';
import type { PayoutDetail } from '../../../routes/tasks/tasks.types.ts';
import { Time } from '../../parts/values/time.tsx';
import { Facts } from '../../parts/values/facts.tsx';
import { CopyableText } from '../../actions/copyable-text.tsx';
import css from './tasks.module.css';

interface PayoutAccountProps {
  readonly payout: PayoutDetail;
  /** Its order, where several stand together. */
  readonly order?: string;
}

/** The account with its payer's name beside it, and every reason not to pay to it yet. */
export function PayoutAccount({ payout, order }: PayoutAccountProps) {
  const t = useWords();
  const { payer, to, state, holder, disputed } = payout;
  return (
    <section
      className={css['account']}
      aria-label={order === undefined ? t('tasks.account') : t('tasks.account.of', { order })}
    >
      <Facts
        rows={[
          [t('tasks.account.payer'), payer.name ?? t('tasks.account.erased')],
          [t('tasks.account.document'), payer.document ?? t('tasks.account.erased')],
          [
            t('tasks.account.to'),
            to === null ? (
              t('tasks.account.none')
            ) : (
              <span key="to" className={css['value']}>
                {t(`tasks.account.kind.${to.kind}`)} <CopyableText name={t('tasks.account.name')} value={to.value} />
              </span>
            ),
          ],
          ...(to === null
            ? []
            : [[t('tasks.account.given'), <Time key="given" at={to.givenAt} isFocusable />] as const]),
        ]}
      />
      {(state === 'disputed' || disputed > 0) && (
        <p className={css['warning']} data-warning="disputed">
          {t('tasks.account.disputed')}
        </p>
      )}
      {to !== null && holder === 'unknown' && (
        <p className={css['warning']} data-warning="holder">
          {t('tasks.account.holder', { name: payer.name ?? t('tasks.account.erased') })}
        </p>
      )}
      {to?.hasChanged === true && (
        <p className={css['warning']} data-warning="changed">
          {t('tasks.account.changed')}
        </p>
      )}
      {to?.isPaused === true && (
        <p className={css['warning']} data-warning="paused">
          {t('tasks.account.paused')} <Time at={to.payableAt} isFocusable />
        </p>
      )}
    </section>
  );
}
