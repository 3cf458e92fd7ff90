import { useWords } from '#src/ui/words/words-context.tsx';
import css from './upsell-price.module.css';
import type { UpsellView } from './upsell.types.ts';

/** The price of an offer, beside its list price. */
export function UpsellPrice({ offer }: { readonly offer: UpsellView }) {
  const t = useWords();
  return (
    <div className={css['price']}>
      <p className="fineprint">{offer.brand ? `${offer.brand} · ${offer.plan}` : offer.plan}</p>
      <p className={css['total']}>
        {offer.standard ? (
          <s>
            <span className="visually-hidden">{t('upsell.standard')} </span>
            {offer.standard}
          </s>
        ) : null}
        <b>{offer.total}</b>
        {offer.saving ? <span className={css['saving']}>{offer.saving}</span> : null}
      </p>
      {offer.detail ? <p className="fineprint">{offer.detail}</p> : null}
      {offer.merchant ? <p className="fineprint">{t('upsell.merchant', { name: offer.merchant })}</p> : null}
    </div>
  );
}
