import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { BenefitList } from '#src/ui/offer/benefit-list.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { StepCount } from '../../shell/step-count.tsx';
import { UpsellAnswers } from '../../upsell/upsell-answers.tsx';
import { UpsellPrice } from '../../upsell/upsell-price.tsx';
import type { UpsellView } from '../../upsell/upsell.types.ts';
import type { ViewProps } from '../../web/page.ts';

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
        above={<StepCount />}
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
