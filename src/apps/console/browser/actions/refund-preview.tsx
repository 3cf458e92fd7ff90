import { useWords } from '#src/ui/words/words-context.tsx';
import type { RefundPreviewView } from '../../routes/refunds/refunds.types.ts';
import { methodsText } from '../parts/values/method-text.ts';
import { Money } from '../parts/values/money.tsx';
import css from './act-sheet.module.css';
import { Facts } from '../parts/values/facts.tsx';

/** Where a refund goes back by, when it arrives, what ends with it, and who else has to approve. */
export function RefundPreview({ preview }: { readonly preview: RefundPreviewView }) {
  const t = useWords();
  const { parts, effects, currency, needsApproval, approvers } = preview;
  const touched = (['access', 'subscription', 'fiscalNote', 'earnedPoints'] as const).filter(
    (one) => effects[one] !== 'none',
  );
  return (
    <div className={css['form']}>
      <table className={css['table']}>
        <caption className={css['caption']}>{t('act.refund.by', { currency })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('act.refund.way')}</th>
            <th scope="col">{t('act.refund.when')}</th>
            <th scope="col" className={css['end']}>
              {t('act.refund.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ attemptId, method, rail, last4, amount, isManual }) => (
            <tr key={attemptId}>
              <td>{methodsText(t, [method], last4)}</td>
              <td>{t(isManual ? 'act.refund.arrives.by-hand' : whenKey(rail))}</td>
              <td className={css['end']}>
                <Money units={amount} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Facts
        rows={[
          [t('act.refund.sale'), t(preview.endsSale ? 'act.refund.sale.ends' : 'act.refund.sale.stays')] as const,
          ...touched.map((one) => [t(`act.refund.${one}`), t(`act.refund.${one}.${effects[one]}`)] as const),
        ]}
      />
      {needsApproval && (
        <p className={css['warning']} data-state={approvers.length > 0 ? 'needs-second' : 'nobody'}>
          {approvers.length > 0 ? t('act.refund.second', { people: approvers.join(', ') }) : t('act.refund.nobody')}
        </p>
      )}
    </div>
  );
}

/** When a refund by a company arrives: at once, in days, or with a card's statement. */
function whenKey(rail: string): string {
  if (rail === 'card') return 'act.refund.arrives.statement';
  return rail === 'pix' || rail === 'm-pesa' || rail === 'yape' || rail === 'loyalty-points'
    ? 'act.refund.arrives.minutes'
    : 'act.refund.arrives.days';
}
