import { Link } from 'react-router';
import type { Cure } from '#src/domain/documents/timeline/index.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import { Button } from '../../parts/button.tsx';
import { CopyableId } from '../../parts/values/copyable-id.tsx';
import { moneyText } from '../../parts/values/money-text.ts';
import { SaleState } from '../../parts/sales/sale-cells.tsx';
import { ScreenHead } from '../../parts/screen-head.tsx';
import { MoreActs } from '../../actions/more-acts.tsx';
import { Explanation } from './explanation.tsx';
import { saleScreens, saleSheets } from './sale-actions.ts';
import { useSale } from './sale-context.tsx';
import css from './sale.module.css';
import { unitsOf } from './value-text.ts';

/** The head of a sale: what it is, why it is so, and what cures it. */
export function SaleHead({ onAct }: { readonly onAct: (cure: Cure, about: string | null) => void }) {
  const t = useWords();
  const answer = useSale();
  const { sale, buyer, brandName } = answer;
  const { order } = sale;
  const kept = unitsOf(order.received) - unitsOf(order.returned);
  return (
    <ScreenHead
      title={t('sale.title', { number: order.number })}
      beside={
        <>
          <SaleState state={order.state} />
          <CopyableId value={order.reference} name={t('sale.reference')} />
        </>
      }
      actions={<Actions onAct={onAct} />}
    >
      <p className={css['meta']}>
        <span>{buyer === null ? t('sale.buyer.erased') : buyer.name}</span>
        <span>{brandName}</span>
        <span>{order.product}</span>
        <strong className={css['amount']}>{moneyText(kept, t.locale, order.currency)}</strong>
        {order.returned !== '0' && (
          <span>
            {t('sale.amount.of', {
              received: moneyText(unitsOf(order.received), t.locale),
              returned: moneyText(unitsOf(order.returned), t.locale),
            })}
          </span>
        )}
        {order.state !== 'paid' && order.state !== 'refunded' && (
          <span>{t('sale.amount.total', { total: moneyText(unitsOf(order.total), t.locale) })}</span>
        )}
      </p>
      <Explanation answer={answer} />
    </ScreenHead>
  );
}

/** The explanation's cure as the page's one primary action, where the reader may do it. */
function Actions({ onAct }: { readonly onAct: (cure: Cure, about: string | null) => void }) {
  const t = useWords();
  const answer = useSale();
  const { cure, about } = answer.explanation;
  const { order, access } = answer.sale;
  const isPossible = {
    'refund.request': unitsOf(order.received) > unitsOf(order.returned),
    // An erased buyer has no address any more.
    'access.resend': !order.isErased && access.some(({ step }) => step === 'opened'),
    'link.create': order.state !== 'paid' && order.state !== 'refunded',
  };
  const others = (['refund.request', 'access.resend', 'link.create'] as const).filter(
    (one) => one !== cure && isPossible[one] && answer.may.includes(one),
  );
  return (
    <>
      {cure !== null && answer.may.includes(cure) && <CureAction cure={cure} about={about} onAct={onAct} />}
      {others.map((one) => (
        <Button key={one} onPress={() => onAct(one, null)}>
          {t(`sale.cure.${one}`)}
        </Button>
      ))}
      <MoreActs
        orderId={answer.sale.order.id}
        attemptId={answer.sale.attempts.at(-1)?.id ?? null}
        subscriptionId={answer.sale.subscription?.id ?? null}
      />
    </>
  );
}

interface CureActionProps {
  readonly cure: Cure;
  readonly about: string | null;
  readonly onAct: (cure: Cure, about: string | null) => void;
}

function CureAction({ cure, about, onAct }: CureActionProps) {
  const t = useWords();
  const answer = useSale();
  if (saleSheets[cure] !== undefined)
    return (
      <Button kind="primary" onPress={() => onAct(cure, about)}>
        {t(`sale.cure.${cure}`)}
      </Button>
    );
  const address = saleScreens[cure]?.(answer, about);
  if (address === undefined) return null;
  return (
    <Link className={css['cure']} to={address}>
      {t(`sale.cure.${cure}`)}
    </Link>
  );
}
