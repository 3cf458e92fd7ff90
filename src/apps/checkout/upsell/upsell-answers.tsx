import { Button } from '#src/ui/button/button.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import css from './upsell-answers.module.css';
import type { UpsellView } from './upsell.types.ts';

/** The two answers to an offer, both as easy to find, and a chat for questions. A plain form: it needs no script. */
export function UpsellAnswers({ offer }: { readonly offer: UpsellView }) {
  const t = useWords();
  return (
    <>
      <form method="post" className={css['answers']}>
        <Button name="upsell" value="accept">
          {t('upsell.accept', { product: offer.product })}
        </Button>
        <Button look="secondary" name="upsell" value="decline">
          {t('upsell.decline')}
        </Button>
      </form>
      {offer.chat ? (
        <p>
          <a href={offer.chat} target="_blank" rel="noopener noreferrer">
            {t('upsell.chat')}
          </a>
        </p>
      ) : null}
      <p className="fineprint">{t('upsell.apart')}</p>
    </>
  );
}
