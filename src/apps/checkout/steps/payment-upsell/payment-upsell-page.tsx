import { useWords } from '#src/ui/words/words-context.tsx';
import { UpsellPaymentView } from '../../payment-form/upsell/upsell-payment-view.tsx';
import type { UpsellPaymentData } from '../../payment-form/upsell/upsell-payment-view.tsx';
import type { ViewProps } from '../../framework/page.ts';

export function PaymentUpsellPage({ data, form }: ViewProps<UpsellPaymentData>) {
  const t = useWords();
  const names = { product: data.offer.product, bought: data.bought };
  return (
    <UpsellPaymentView
      data={data}
      form={form}
      title={t('payment-upsell.title', names)}
      text={t('payment-upsell.text', names)}
    />
  );
}
