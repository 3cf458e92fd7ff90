import { NoBreakWords } from '#src/ui/layout/no-break-words.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { UpsellAnswers } from './upsell-answers.tsx';
import { UpsellPrice } from './upsell-price.tsx';
import css from './upsell-offer.module.css';
import type { UpsellView } from './upsell.types.ts';

interface UpsellOfferProps {
  readonly offer: UpsellView;
  /** The title of the earlier purchase: the offer is in addition to it. */
  readonly bought: string;
  /** The offer is the page's subject: its title is the page's heading. */
  readonly isPage?: boolean;
}

/** An offer with its two answers. */
export function UpsellOffer({ offer, bought, isPage = false }: UpsellOfferProps) {
  const t = useWords();
  const Title = isPage ? 'h1' : 'h2';
  return (
    <section className={css['offer']} aria-labelledby="upsell-title">
      <p className="fineprint">{t('upsell.eyebrow')}</p>
      <Title id="upsell-title">
        <NoBreakWords text={t('upsell.title', { product: offer.product, bought })} />
      </Title>
      {offer.description ? <p>{offer.description}</p> : null}
      <UpsellPrice offer={offer} />
      <UpsellAnswers offer={offer} isBeside={!isPage} />
    </section>
  );
}
