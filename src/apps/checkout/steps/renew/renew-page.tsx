import { Button } from '#src/ui/button/button.tsx';
import { RadioCards } from '#src/ui/choice/radio-cards.tsx';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { DeskNotice } from '../../passes/desk-notice.tsx';
import { NothingToChoose } from '../../passes/nothing-to-choose.tsx';
import { SubscriptionFacts } from '../../passes/subscription-facts.tsx';
import type { ViewProps } from '../../web/page.ts';
import { keptName, type RenewalOption, type RenewData, shownName } from './renew.types.ts';

/** What is renewed, until when, and at which price, before anything is confirmed. */
export function RenewPage({ data, form }: ViewProps<RenewData>) {
  const t = useWords();
  const { now, buyer, options, begins, kept, isOver, help } = data;
  const chosen = form?.values['plan'] ?? options.find(({ isCurrent }) => isCurrent)?.planId ?? options[0]?.planId;
  const problem = form?.errors['plan'];
  return (
    <>
      <PageTitle
        title={t('renew.title', { product: now.product })}
        text={options.length > 0 ? t(`renew.text.${begins}`) : undefined}
      />
      <div className="stack">
        <DeskNotice error={form?.errors['form']} help={help} />
        <SubscriptionFacts now={now} buyer={buyer.name} />
        {options.length > 0 ? (
          <form method="post" className="stack">
            {/* Enter in a choice presses the first button: that must be none that pays. */}
            {kept ? <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" /> : null}
            <RadioCards
              name="plan"
              legend={t('renew.legend')}
              defaultValue={chosen}
              error={problem ? t(problem) : null}
              cards={options.map((option) => ({
                value: option.planId,
                label: `${option.name} · ${option.price}`,
                detail: option.isCurrent ? t('renew.current') : (option.installments ?? undefined),
                panel: <Term option={option} kept={kept} />,
              }))}
            />
            <input type="hidden" name="period" value={data.period} />
            {options.map(({ planId, amount }) => (
              <input key={planId} type="hidden" name={shownName(planId)} value={amount} />
            ))}
            {kept ? (
              <Button look="secondary">{t('renew.other')}</Button>
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

/** What the chosen plan means: from when to when, when the next charge comes, and its price by the means that is kept. */
function Term({ option, kept }: { readonly option: RenewalOption; readonly kept: string | null }) {
  const t = useWords();
  const { planId, from, to, nextChargeOn, installments, price, takesKept } = option;
  return (
    <div className="stack">
      <div>
        <p>{t('renew.term', { from, to })}</p>
        {installments ? <p className="fineprint">{t('renew.price', { price, installments })}</p> : null}
        <p className="fineprint">{t('renew.next', { on: nextChargeOn })}</p>
      </div>
      {kept && takesKept ? (
        <Button name={keptName} value={planId}>
          {t('renew.kept', { price, means: kept })}
        </Button>
      ) : null}
    </div>
  );
}
