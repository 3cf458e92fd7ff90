import { useCallback, useRef } from 'react';
import { railForms } from '#src/rails/registry.forms.generated.tsx';
import { Button, ButtonLink } from '#src/ui/button/button.tsx';
import { FormNotice } from '#src/ui/form/form-notice.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import type { RailFormBehaviour, RailFormView } from '#src/ui/payment/rail-views.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import { errorsOfRail, fieldsOfRail, railField } from '#src/apps/checkout/payment-form/form-fields.ts';
import type { FormState, ViewProps } from '#src/apps/checkout/framework/page.ts';
import { agreementField, type CardSavingMethod, type SubscriptionCardData } from './subscription-card.types.ts';
import css from './subscription-card.module.css';

const forms: Readonly<Record<string, RailFormView>> = railForms;

/** Replaces the card of a subscription: its next charge, and the form of the payment method. */
export function SubscriptionCardPage({ data, form }: ViewProps<SubscriptionCardData>) {
  const t = useWords();
  const { product, next, owed, method, back, help } = data;
  return (
    <>
      {/* The next charge is left out where no card can be given. */}
      <PageTitle title={t('subscription-card.title')} text={method ? t('subscription-card.text', { product }) : null} />
      <div className="stack">
        {next && method ? (
          <Notice kind={owed === null ? 'info' : 'alert'}>
            <p>{next}</p>
          </Notice>
        ) : null}
        {method ? (
          <CardForm data={data} method={method} form={form} />
        ) : (
          <>
            <Notice kind="alert">
              <p>{t('subscription-card.nobody')}</p>
            </Notice>
            <ButtonLink href={help} look="secondary" target="_blank" rel="noopener noreferrer">
              {t('subscription-card.help')}
            </ButtonLink>
          </>
        )}
        <p>
          <a href={back}>{t('subscription-card.back')}</a>
        </p>
      </div>
    </>
  );
}

interface CardFormProps {
  readonly data: SubscriptionCardData;
  readonly method: CardSavingMethod;
  readonly form: FormState | null;
}

function CardForm({ data, method, form }: CardFormProps) {
  const t = useWords();
  const { market, secretFrame, buyerEmail, idempotencyKey, owed, renewal } = data;
  const { rail } = method;
  const element = useRef<HTMLFormElement | null>(null);
  const behaviour = useRef<RailFormBehaviour | null>(null);
  const view = forms[rail];
  const handle = useForm({
    validate: (values) => {
      const fields = fieldsOfRail(values, rail);
      const wrong = errorsOfRail(view?.validate(fields, market) ?? {}, rail);
      return fields[agreementField(renewal !== null)] === 'yes'
        ? wrong
        : { ...wrong, form: 'subscription-card.keep-missing' };
    },
    refused: form?.errors ?? null,
    beforeSubmit: async (target) => (await behaviour.current?.prepare(target, { isRetry: form !== null })) ?? true,
  });
  const onBehaviour = useCallback((given: RailFormBehaviour | null) => {
    behaviour.current = given;
  }, []);
  const submit = useCallback(() => element.current?.requestSubmit(), []);
  if (!view) return null;
  const { Form } = view;
  const name = (field: string): string => railField(rail, field);
  return (
    <form
      {...handle.props}
      ref={(given) => {
        element.current = given;
        handle.props.ref(given);
      }}
      className={`stack ${css['panel']}`}
    >
      <FormNotice message={handle.error('form')} />
      <input type="hidden" name="key" value={idempotencyKey} />
      <Form
        market={market}
        isChosen
        name={name}
        value={(field) => form?.values[name(field)]}
        error={(field) => handle.error(name(field))}
        installments={[]}
        methods={[method.method]}
        unitLocation={null}
        secretFrame={secretFrame}
        buyerEmail={buyerEmail}
        canSaveInstrument={renewal === null}
        renewal={renewal}
        onBehaviour={onBehaviour}
        submit={submit}
      />
      <Button isBusy={handle.isBusy}>
        {owed === null ? t('subscription-card.submit') : t('subscription-card.submit.owing', { amount: owed })}
      </Button>
      {owed === null ? <p className="fineprint">{t('subscription-card.safe')}</p> : null}
    </form>
  );
}
