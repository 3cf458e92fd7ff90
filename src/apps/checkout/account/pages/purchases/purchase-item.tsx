import { Button } from '#src/ui/button/button.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { DetailList } from '#src/ui/layout/detail-list.tsx';
import type { PurchaseCard } from './purchases.types.ts';
import css from './purchases.module.css';

interface PurchaseItemProps {
  readonly purchase: PurchaseCard;
  readonly here: string;
}

/** One order: product, date, state, documents, and the cooling-off link while the period runs. */
export function PurchaseItem({ purchase, here }: PurchaseItemProps) {
  const t = useWords();
  const { id, title, number, day, total, state, documents, withdrawUntil, isFree } = purchase;
  return (
    <article className={css['entry']} aria-labelledby={`order-${id}`}>
      <h3 id={`order-${id}`} className={css['title']}>
        {title}
      </h3>
      <DetailList
        items={[
          { label: t('purchases.number'), value: number },
          { label: t('purchases.day'), value: day },
          { label: t('purchases.state'), value: t(`purchases.state.${state}`) },
          { label: t('purchases.total'), value: total, isStrong: true },
        ]}
      />
      {documents.length > 0 ? (
        <ul className={css['links']}>
          {documents.map(({ kind, href }) => (
            <li key={kind}>
              <a
                href={href}
                aria-label={t('purchases.document.of', { paper: t(`purchases.document.${kind}`), number })}
              >
                {t(`purchases.document.${kind}`)}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {withdrawUntil ? (
        <form method="post" action={here} className={css['action']}>
          <input type="hidden" name="order" value={id} />
          <p className="fineprint">{t(`purchases.withdraw.${isFree ? 'free' : 'text'}`, { day: withdrawUntil })}</p>
          <Button look="secondary" name="intent" value="withdraw">
            {t('purchases.withdraw')}
          </Button>
        </form>
      ) : null}
    </article>
  );
}
