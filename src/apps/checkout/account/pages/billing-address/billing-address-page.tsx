import { Button } from '#src/ui/button/button.tsx';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { Country } from '#src/kernel/locale/locale.ts';
import { AddressPanel } from '#src/apps/checkout/payment-form/address/address-panel.tsx';
import type { PaymentData } from '#src/apps/checkout/payment-form/payment.types.ts';
import type { ViewProps } from '#src/apps/checkout/framework/page.ts';

export interface BillingAddressData {
  readonly market: Country;
  readonly address: NonNullable<PaymentData['address']>;
  readonly back: string;
}

/** The form that corrects the billing address of a buyer's purchases. */
export function BillingAddressPage({ data, form }: ViewProps<BillingAddressData>) {
  const t = useWords();
  const error = (name: string): string | null => {
    const key = form?.errors[name];
    return key === undefined ? null : t(key);
  };
  return (
    <>
      <PageTitle title={t('billing-address.title')} text={t('billing-address.text')} />
      <form method="post" className="stack" noValidate>
        <AddressPanel address={data.address} market={data.market} values={form?.values ?? {}} error={error} />
        <Button>{t('billing-address.submit')}</Button>
        <p>
          <a href={data.back}>{t('billing-address.back')}</a>
        </p>
      </form>
    </>
  );
}
