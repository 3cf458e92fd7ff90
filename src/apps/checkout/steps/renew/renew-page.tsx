import { Button } from '#src/ui/button/button.tsx';
import { RadioCards } from '#src/ui/choice/radio-cards.tsx';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { PlanChangeNotice } from '../../account/subscriptions/plan-change-notice.tsx';
import { NoOptionsNotice } from '../../account/subscriptions/no-options-notice.tsx';
import { SubscriptionDetails } from '../../account/subscriptions/subscription-details.tsx';
import type { ViewProps } from '../../framework/page.ts';
import { savedCardField, type RenewalOption, type RenewData, shownAmountField } from './renew.types.ts';

/** What is renewed, until when, and at which price, before anything is confirmed. */
export function RenewPage({ data, form }: ViewProps<RenewData>) {
  const t = useWords();
  const { now, buyer, options, begins, savedCard, isOver, help } = data;
  const chosen = form?.values['plan'] ?? options.find(({ isCurrent }) => isCurrent)?.planId ?? options[0]?.planId;
  const problem = form?.errors['plan'];
  return (
    <>
      <PageTitle
        title={t('renew.title', { product: now.product })}
        text={options.length > 0 ? t(`renew.text.${begins}`) : undefined}
      />
      <div className="stack">
        <PlanChangeNotice error={form?.errors['form']} help={help} />
        <SubscriptionDetails now={now} buyer={buyer.name} />
        {options.length > 0 ? (
          <form method="post" className="stack">
            {/* Enter in a choice presses the first button: that must be none that pays. */}
            {savedCard ? <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" /> : null}
            <RadioCards
              name="plan"
              legend={t('renew.legend')}
              defaultValue={chosen}
              error={problem ? t(problem) : null}
              cards={options.map((option) => ({
                value: option.planId,
                label: `${option.name} · ${option.price}`,
                detail: option.isCurrent ? t('renew.current') : (option.installments ?? undefined),
                panel: <Term option={option} savedCard={savedCard} />,
              }))}
            />
            <input type="hidden" name="period" value={data.period} />
            {options.map(({ planId, amount }) => (
              <input key={planId} type="hidden" name={shownAmountField(planId)} value={amount} />
            ))}
            {savedCard ? (
              <Button look="secondary">{t('renew.other')}</Button>
            ) : (
              <>
                <Button>{t('renew.confirm')}</Button>
                {form ? null : <p className="fineprint">{t('renew.safe')}</p>}
              </>
            )}
          </form>
        ) : (
          <NoOptionsNotice text={t(isOver ? 'subscription.canceled.text' : 'subscription.not-possible')} help={help} />
        )}
      </div>
    </>
  );
}

/** The chosen plan: its period, its next charge, and its price by the saved instrument. */
function Term({ option, savedCard }: { readonly option: RenewalOption; readonly savedCard: string | null }) {
  const t = useWords();
  const { planId, from, to, nextChargeOn, installments, price, acceptsSavedCard } = option;
  return (
    <div className="stack">
      <div>
        <p>{t('renew.term', { from, to })}</p>
        {installments ? <p className="fineprint">{t('renew.price', { price, installments })}</p> : null}
        <p className="fineprint">{t('renew.next', { on: nextChargeOn })}</p>
      </div>
      {savedCard && acceptsSavedCard ? (
        <Button name={savedCardField} value={planId}>
          {t('renew.saved', { price, instrument: savedCard })}
        </Button>
      ) : null}
    </div>
  );
}
