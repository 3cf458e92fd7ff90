import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { BenefitList } from '#src/ui/offer/benefit-list.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { StepCounter } from '../../site/shell/step-counter.tsx';
import { UpsellAnswers } from '../../site/upsell/upsell-answers.tsx';
import { UpsellPrice } from '../../site/upsell/upsell-price.tsx';
import type { UpsellView } from '../../site/upsell/upsell.types.ts';
import type { ViewProps } from '../../framework/page.ts';

export interface UpsellPresentationData {
  /** Title of what was paid before. */
  readonly bought: string;
  readonly offer: UpsellView;
  /** What the buyer would get, a line each. */
  readonly benefits: readonly string[];
}

export function UpsellPresentationPage({ data }: ViewProps<UpsellPresentationData>) {
  const t = useWords();
  const { offer, bought, benefits } = data;
  const names = { product: offer.product, bought };
  return (
    <>
      <PageTitle
        above={<StepCounter />}
        title={t('upsell-presentation.title', names)}
        text={t('upsell-presentation.intro', names)}
      />
      <div className="stack">
        {offer.description ? <p>{offer.description}</p> : null}
        <BenefitList benefits={benefits} />
        <UpsellPrice offer={offer} />
        <UpsellAnswers offer={offer} />
      </div>
    </>
  );
}
