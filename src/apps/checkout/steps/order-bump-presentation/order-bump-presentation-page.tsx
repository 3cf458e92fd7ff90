import { Button, ButtonLink } from '#src/ui/button/button.tsx';
import { CheckCard } from '#src/ui/choice/check-card.tsx';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { StepCounter } from '../../site/shell/step-counter.tsx';
import type { ViewProps } from '../../framework/page.ts';
import { bumpField, type OrderBumpData } from './order-bump.types.ts';
import css from './order-bump.module.css';

/** Says to the style sheet with which boxes ticked a text is shown. */
function whenTicked(ticked: readonly boolean[]): Readonly<Record<string, string>> {
  return Object.fromEntries(ticked.map((isChecked, index) => [`data-box-${index}`, isChecked ? 'on' : 'off']));
}

export function OrderBumpPresentationPage({ data }: ViewProps<OrderBumpData>) {
  const t = useWords();
  const { product, bumps, totals, next } = data;
  if (bumps.length === 0) {
    return (
      <>
        <PageTitle
          above={<StepCounter />}
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
        above={<StepCounter />}
        title={t('order-bump.title', { count: bumps.length })}
        text={t('order-bump.intro', { product })}
      />
      <form method="post" className={`stack ${totals.length > 0 ? css['form'] : ''}`}>
        {bumps.map((bump, index) => (
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
            place={index}
          />
        ))}
        <p className={`fineprint ${css['later']}`}>{t('order-bump.total')}</p>
        <Button>
          <span className={css['later']}>{t('order-bump.submit')}</span>
          {totals.map(({ ticked, total }) => (
            <span key={ticked.join()} className={css['now']} {...whenTicked(ticked)}>
              {t('order-bump.submit.total', { total })}
            </span>
          ))}
        </Button>
      </form>
    </>
  );
}
