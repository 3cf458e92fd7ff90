import { Button } from '#src/ui/button/button.tsx';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { StepCounter } from '../../site/shell/step-counter.tsx';
import { PaymentPanel } from '../payment-panel.tsx';
import type { PaymentData } from '../payment.types.ts';
import type { FormState } from '../../framework/page.ts';
import { UpsellPrice } from '../../site/upsell/upsell-price.tsx';
import type { UpsellOfferData } from '../../site/upsell/upsell.types.ts';

/** The payment page of an offer. */
export interface UpsellPaymentData extends UpsellOfferData {
  readonly payment: PaymentData;
}

interface UpsellPaymentViewProps {
  readonly data: UpsellPaymentData;
  readonly form: FormState | null;
  readonly title: string;
  readonly text: string;
}

function paymentIn({ payment }: UpsellPaymentData): PaymentData {
  return payment;
}

/** The payment form of an accepted offer. Declining it stays as easy as paying. */
export function UpsellPaymentView({ data, form, title, text }: UpsellPaymentViewProps) {
  const t = useWords();
  const { offer, payment } = data;
  return (
    <>
      <PageTitle above={<StepCounter />} title={title} text={text} />
      <div className="stack">
        <UpsellPrice offer={offer} />
        <PaymentPanel<UpsellPaymentData> data={payment} form={form} paymentIn={paymentIn} />
        <form method="post" className="stack">
          <input type="hidden" name="offer" value={offer.id} />
          <Button look="secondary" name="upsell" value="decline">
            {t('upsell.decline')}
          </Button>
          <p className="fineprint">{t('upsell.apart')}</p>
        </form>
      </div>
    </>
  );
}
