import { Button } from '#src/ui/button/button.tsx';
import { RadioCards } from '#src/ui/choice/radio-cards.tsx';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { DeskNotice } from '../../passes/desk-notice.tsx';
import { NothingToChoose } from '../../passes/nothing-to-choose.tsx';
import { SubscriptionFacts } from '../../passes/subscription-facts.tsx';
import type { ViewProps } from '../../web/page.ts';
import { keptIntent, type RenewalOption, type RenewData, shownName } from './renew.types.ts';

/** What is renewed, until when, and at which price, before anything is confirmed. */
export function RenewPage({ data, form }: ViewProps<RenewData>) {
  const t = useWords();
  const { now, buyer, options, kept, isOver, help } = data;
  const chosen = form?.values['plan'] ?? options.find(({ isCurrent }) => isCurrent)?.planId ?? options[0]?.planId;
  const problem = form?.errors['plan'];
  return (
    <>
      <PageTitle
        title={t('renew.title', { product: now.product })}
        text={options.length > 0 ? t('renew.text') : undefined}
      />
      <div className="stack">
        <DeskNotice error={form?.errors['form']} help={help} />
        <SubscriptionFacts now={now} buyer={buyer.name} />
        {options.length > 0 ? (
          <form method="post" className="stack">
            <RadioCards
              name="plan"
              legend={t('renew.legend')}
              defaultValue={chosen}
              error={problem ? t(problem) : null}
              cards={options.map((option) => ({
                value: option.planId,
                label: `${option.name} · ${option.price}`,
                detail: option.isCurrent ? t('renew.current') : (option.installments ?? undefined),
                panel: <Term option={option} />,
              }))}
            />
            <input type="hidden" name="period" value={data.period} />
            {options.map(({ planId, amount }) => (
              <input key={planId} type="hidden" name={shownName(planId)} value={amount} />
            ))}
            {kept ? (
              <>
                <Button name="intent" value={keptIntent}>
                  {t('renew.kept', { means: kept })}
                </Button>
                <Button look="secondary">{t('renew.other')}</Button>
              </>
            ) : (
              <>
                <Button>{t('renew.confirm')}</Button>
                {form ? null : <p className="fineprint">{t('renew.safe')}</p>}
              </>
            )}
          </form>
        ) : (
          <NothingToChoose text={t(isOver ? 'subscription.canceled.text' : 'subscription.not-possible')} help={help} />
        )}
      </div>
    </>
  );
}

/** What the chosen plan means: from when to when, and when the next charge comes. */
function Term({ option }: { readonly option: RenewalOption }) {
  const t = useWords();
  const { from, to, nextChargeOn, installments, price } = option;
  return (
    <>
      <p>{t('renew.term', { from, to })}</p>
      {installments ? <p className="fineprint">{t('renew.price', { price, installments })}</p> : null}
      <p className="fineprint">{t('renew.next', { on: nextChargeOn })}</p>
    </>
  );
}
