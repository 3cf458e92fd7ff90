import { Button, ButtonLink } from '#src/ui/button/button.tsx';
import { CheckCard } from '#src/ui/choice/check-card.tsx';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { StepCount } from '../../shell/step-count.tsx';
import type { ViewProps } from '../../web/page.ts';
import { bumpField, type OrderBumpData } from './order-bump.types.ts';

export function OrderBumpPresentationPage({ data }: ViewProps<OrderBumpData>) {
  const t = useWords();
  const { product, bumps, next } = data;
  if (bumps.length === 0) {
    return (
      <>
        <PageTitle
          above={<StepCount />}
          title={t('order-bump.none.title')}
          text={t('order-bump.none.text', { product })}
        />
        <ButtonLink href={next}>{t('order-bump.submit')}</ButtonLink>
      </>
    );
  }
  return (
    <>
      <PageTitle
        above={<StepCount />}
        title={t('order-bump.title', { count: bumps.length })}
        text={t('order-bump.intro', { product })}
      />
      <form method="post" className="stack">
        {bumps.map((bump) => (
          <CheckCard
            key={bump.code}
            name={bumpField(bump.code)}
            title={bump.title}
            text={bump.description}
            price={bump.price}
            standard={bump.standard}
            standardLabel={t('offer.standard')}
            label={t('order-bump.take')}
            defaultChecked={bump.isTaken}
          />
        ))}
        <p className="fineprint">{t('order-bump.total')}</p>
        <Button>{t('order-bump.submit')}</Button>
      </form>
    </>
  );
}
