import { Button } from '#src/ui/button/button.tsx';
import { RadioCards } from '#src/ui/choice/radio-cards.tsx';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { PlanChangeNotice } from '../../account/subscriptions/plan-change-notice.tsx';
import { DetailList } from '#src/ui/layout/detail-list.tsx';
import type { MaskedBuyer } from '../../account/links/masked-buyer.ts';
import { NoOptionsNotice } from '../../account/subscriptions/no-options-notice.tsx';
import { SubscriptionDetails } from '../../account/subscriptions/subscription-details.tsx';
import type { SubscriptionView } from '../../account/subscriptions/subscription.types.ts';
import type { FormState, ViewProps } from '../../framework/page.ts';

/** What changing to a plan comes to, as finished text. */
export interface ChangePreview {
  readonly planId: string;
  readonly name: string;
  /** Price of a whole billing period. */
  readonly price: string;
  /**
   * `later`: it costs less a day, so it begins after the paid billing period; `after-trial`: nothing is paid for
   * yet, and the end of the trial is charged at its price.
   */
  readonly kind: 'now' | 'later' | 'after-trial';
  readonly from: string;
  /** `340 dos 365 dias do período`. */
  readonly days: string;
  readonly charge: string;
  readonly credit: string;
  readonly due: string;
  /** `due` in minor units, posted back to be compared. */
  readonly amount: number;
  /** `price` in minor units, likewise. */
  readonly priceAmount: number;
  readonly nextChargeOn: string;
  /** The same day, posted back to be compared. */
  readonly chargeDay: string;
}

export interface PaymentUpgradeData {
  readonly now: SubscriptionView;
  readonly buyer: MaskedBuyer;
  /** The other plans; empty when there are none. */
  readonly options: readonly ChangePreview[];
  /** The plan that was chosen, to be confirmed; null while choosing. */
  readonly preview: ChangePreview | null;
  /** The next billing period is being charged: its plan cannot be changed now. */
  readonly isCharging: boolean;
  /** A change was confirmed just now. */
  readonly isDone: boolean;
  /** Where another plan is chosen. */
  readonly back: string;
  readonly help: string;
}

/** Another plan: what it costs today and from then on is shown before it is confirmed. */
export function PaymentUpgradePage({ data, form }: ViewProps<PaymentUpgradeData>) {
  const t = useWords();
  const { now, buyer, options, preview, help } = data;
  const title = preview ? t('payment-upgrade.preview.title', { plan: preview.name }) : t('payment-upgrade.title');
  const text = preview ? 'payment-upgrade.preview.text' : 'payment-upgrade.text';
  return (
    <>
      <PageTitle title={title} text={preview || options.length > 0 ? t(text) : undefined} />
      <div className="stack">
        <PlanChangeNotice error={form?.errors['form']} help={help} />
        {preview ? (
          <Preview preview={preview} back={data.back} />
        ) : (
          <>
            {data.isDone ? (
              <Notice kind="success">
                <p>{t('payment-upgrade.done')}</p>
              </Notice>
            ) : null}
            <SubscriptionDetails now={now} buyer={buyer.name} />
            {now.next && !data.isCharging ? <Planned from={now.next.from} plan={now.plan} /> : null}
            {options.length > 0 ? (
              <Choice options={options} form={form} />
            ) : (
              <NoOptionsNotice text={t(whyNothing(data))} help={help} />
            )}
          </>
        )}
      </div>
    </>
  );
}

interface ChoiceProps {
  readonly options: readonly ChangePreview[];
  readonly form: FormState | null;
}

function Choice({ options, form }: ChoiceProps) {
  const t = useWords();
  const problem = form?.errors['plan'];
  return (
    <form method="post" className="stack">
      <RadioCards
        name="plan"
        legend={t('payment-upgrade.legend')}
        defaultValue={form?.values['plan'] ?? options[0]?.planId}
        error={problem ? t(problem) : null}
        cards={options.map((option) => ({
          value: option.planId,
          label: `${option.name} · ${option.price}`,
          detail:
            option.kind === 'now'
              ? t('payment-upgrade.now', { due: option.due })
              : t(`payment-upgrade.${option.kind}`, { from: option.from }),
        }))}
      />
      <Button>{t('payment-upgrade.see')}</Button>
    </form>
  );
}

/** A change at the next billing period may be canceled until then. */
function Planned({ from, plan }: { readonly from: string; readonly plan: string }) {
  const t = useWords();
  return (
    <form method="post">
      <Button name="intent" value="keep" look="secondary">
        {t('payment-upgrade.keep', { from, plan })}
      </Button>
    </form>
  );
}

function whyNothing({ now, isCharging }: PaymentUpgradeData): string {
  const word = nothingWords[now.state];
  return word ?? (isCharging ? 'payment-upgrade.charging' : 'payment-upgrade.none');
}

/** Why there is nothing to choose, where that is not because there is no other plan. */
const nothingWords: Readonly<Partial<Record<SubscriptionView['state'], string>>> = {
  canceled: 'subscription.canceled.text',
  'past-due': 'payment-upgrade.owed',
  suspended: 'payment-upgrade.owed',
  paused: 'payment-upgrade.paused',
};

function Preview({ preview, back }: { readonly preview: ChangePreview; readonly back: string }) {
  const t = useWords();
  const { kind, from, days, charge, credit, due, nextChargeOn, price } = preview;
  const items =
    kind === 'now'
      ? [
          { label: t('payment-upgrade.preview.part'), value: charge },
          { label: t('payment-upgrade.preview.credit'), value: credit },
          { label: t('payment-upgrade.preview.due'), value: due, isStrong: true },
        ]
      : [
          { label: t('payment-upgrade.preview.due'), value: due, isStrong: true },
          ...(kind === 'after-trial'
            ? [{ label: t('payment-upgrade.preview.first', { on: nextChargeOn }), value: price, isStrong: true }]
            : []),
        ];
  return (
    <>
      <DetailList items={items} />
      {kind === 'now' ? <p className="fineprint">{days}</p> : null}
      <p>{t(`payment-upgrade.preview.${kind}`, { from, on: nextChargeOn, price })}</p>
      <form method="post" className="stack">
        <input type="hidden" name="plan" value={preview.planId} />
        <input type="hidden" name="amount" value={preview.amount} />
        <input type="hidden" name="price" value={preview.priceAmount} />
        <input type="hidden" name="on" value={preview.chargeDay} />
        <Button name="intent" value="confirm">
          {t(`payment-upgrade.confirm.${kind}`, { due, price, on: nextChargeOn })}
        </Button>
      </form>
      <p>
        <a href={back}>{t('payment-upgrade.back')}</a>
      </p>
    </>
  );
}
