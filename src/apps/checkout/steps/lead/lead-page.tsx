import { useEffect, useRef } from 'react';
import type { LeadAnswerName } from '#src/domain/catalog/brand-data/index.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Checkbox } from '#src/ui/choice/checkbox.tsx';
import { TextField } from '#src/ui/field/field.tsx';
import { SelectField } from '#src/ui/field/select-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { FormNotice } from '#src/ui/form/form-notice.tsx';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { PhoneField } from '#src/ui/phone/phone-field.tsx';
import { sessionStore } from '#src/ui/storage/session-store.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import { useCheckout } from '../../framework/checkout-context.tsx';
import { StepCounter } from '../../site/shell/step-counter.tsx';
import type { ViewProps } from '../../framework/page.ts';
import { EmailField } from './email-field.tsx';
import { checkLead, leadCountries } from './lead.rules.ts';
import { fillFromStore, storeBuyer } from './stored-buyer.ts';
import { StudentFields } from './student-fields.tsx';
import type { StudentQuestions } from './student.rules.ts';

/** What the lead page shows. */
export interface LeadData {
  /** What the buyer gave before, or what the refused form held. */
  readonly values: { readonly name: string; readonly email: string; readonly phone: string; readonly country: string };
  /** Answers to what only some brands ask; empty where there is none. */
  readonly extras: Readonly<Record<LeadAnswerName, string>>;
  /** What is asked about a student who is not the buyer. */
  readonly student: StudentQuestions | null;
  /** Sources by which the buyer may know the school; empty where it does not ask. */
  readonly referrers: readonly { readonly id: string; readonly name: string }[];
  readonly brandName: string;
  readonly links: { readonly terms: string; readonly politics: string };
}

export function LeadPage({ data, form }: ViewProps<LeadData>) {
  const t = useWords();
  const { product, seller } = useCheckout();
  const handle = useForm({
    validate: (values) => checkLead(values, data.student),
    refused: form?.errors ?? null,
    onLeave: (values) => {
      storeBuyer(values);
      sessionStore.write('dataLead', {
        productCode: product?.code,
        business: product?.business,
        seller: seller.id,
        source: seller.source,
      });
    },
  });
  const element = useRef<HTMLFormElement | null>(null);
  const isNew = form === null && data.values.email === '';
  useEffect(() => {
    if (isNew && element.current) fillFromStore(element.current);
  }, [isNew]);
  const extra = (name: keyof LeadData['extras']): string => form?.values[name] ?? data.extras[name];
  const value = (name: 'name' | 'email' | 'phone' | 'country'): string => form?.values[name] ?? data.values[name];
  return (
    <>
      <PageTitle above={<StepCounter />} title={t('lead.title')} text={t('lead.intro')} />
      <form
        {...handle.props}
        ref={(node) => {
          element.current = node;
          handle.props.ref(node);
        }}
        className="stack"
      >
        <FormNotice message={handle.error('form')} />
        <TextField
          name="name"
          label={t('lead.name.label')}
          autoComplete="name"
          autoCapitalize="words"
          defaultValue={value('name')}
          error={handle.error('name')}
          spellCheck={false}
        />
        <EmailField
          name="email"
          inputMode="email"
          label={t('lead.email.label')}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={value('email')}
          error={handle.error('email')}
        />
        <PhoneField
          name="phone"
          label={t('lead.phone.label')}
          hint={`${t('lead.phone.why')} ${t('lead.phone.more')}`}
          countries={leadCountries.map((one) => ({ ...one, label: t(`lead.country.${one.code}`) }))}
          countryName="country"
          countryLabel={t('lead.country.label')}
          defaultCountry={value('country')}
          defaultValue={value('phone')}
          error={handle.error('phone')}
        />
        {data.student ? (
          <StudentFields
            questions={data.student}
            value={extra}
            isGuardian={form?.values['guardian'] === 'yes'}
            error={handle.error}
          />
        ) : null}
        {data.referrers.length > 0 ? (
          <SelectField
            name="referrer"
            label={t('lead.referrer.label')}
            optionalLabel={t('form.optional')}
            required={false}
            autoComplete="off"
            emptyLabel={t('lead.choose')}
            options={data.referrers.map(({ id, name }) => ({ value: id, label: name }))}
            defaultValue={extra('referrer')}
          />
        ) : null}
        <Checkbox name="marketing" defaultChecked={form?.values['marketing'] === 'yes'}>
          {t('lead.marketing', { brand: data.brandName })}
        </Checkbox>
        <Button isBusy={handle.isBusy}>{t('lead.submit')}</Button>
        <p className="fineprint">
          {t('lead.terms.before')}{' '}
          <a href={data.links.terms} target="_blank" rel="noopener noreferrer">
            {t('lead.terms.terms')}
          </a>{' '}
          {t('lead.terms.and')}{' '}
          <a href={data.links.politics} target="_blank" rel="noopener noreferrer">
            {t('lead.terms.politics')}
          </a>
          .
        </p>
      </form>
    </>
  );
}
