import { Button } from '#src/ui/button/button.tsx';
import { RadioCards } from '#src/ui/choice/radio-cards.tsx';
import { FormNotice } from '#src/ui/form/form-notice.tsx';
import { useRememberedChoice } from '#src/ui/form/use-remembered-choice.ts';
import { type FormOptions, useForm } from '#src/ui/form/use-form.ts';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { PriceBox } from '#src/ui/offer/price-box.tsx';
import { sessionStore } from '#src/ui/storage/session-store.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import { StepCounter } from '../../site/shell/step-counter.tsx';
import type { ViewProps } from '../../framework/page.ts';
import type { CustomOfferData, OfferedPlan } from './custom-offer.types.ts';
import css from './custom-offer.module.css';

const validate: FormOptions['validate'] = ({ plan }) => (plan ? {} : { plan: 'validation.required' });

export function CustomOfferPage({ data, form }: ViewProps<CustomOfferData>) {
  const t = useWords();
  const { product, seller, plans } = data;
  useRememberedChoice('plan', () =>
    form || data.isAnswered ? null : String(sessionStore.read('defaultSelectedPlan')),
  );
  const handle = useForm({
    validate,
    refused: form?.errors ?? null,
    onLeave: ({ plan }) => sessionStore.write('defaultSelectedPlan', plan),
  });
  const [only, ...others] = plans;
  return (
    <>
      <PageTitle
        above={<StepCounter />}
        title={seller ? t('custom-offer.title.seller', { seller }) : t('custom-offer.title')}
        text={t(others.length > 0 ? 'custom-offer.choose' : 'custom-offer.intro', { product })}
      />
      <form {...handle.props} className="stack">
        <FormNotice message={handle.error('form')} />
        {only && others.length === 0 ? (
          <>
            <input type="hidden" name="plan" value={only.planId} />
            <PriceBox price={only.price} label={only.name} standardLabel={t('offer.standard')} />
          </>
        ) : (
          <RadioCards
            name="plan"
            legend={t('custom-offer.legend')}
            cards={plans.map((plan) => cardOf(plan, t('offer.standard')))}
            defaultValue={form?.values['plan'] ?? data.chosen}
            error={handle.error('plan')}
          />
        )}
        <Button isBusy={handle.isBusy}>{t('custom-offer.submit')}</Button>
      </form>
    </>
  );
}

function cardOf({ planId, name, price }: OfferedPlan, standardLabel: string) {
  const mark = (
    <span className={css['price']}>
      {price.standard ? (
        <s>
          <span className="visually-hidden">{standardLabel} </span>
          {price.standard}
        </s>
      ) : null}
      <strong>{price.main}</strong>
    </span>
  );
  return { value: planId, label: name, detail: price.detail ?? undefined, mark };
}
