import { Button } from '#src/ui/button/button.tsx';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { PriceBox } from '#src/ui/offer/price-box.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { PaymentPanel } from '../../payment-form/payment-panel.tsx';
import type { PaymentData } from '../../payment-form/payment.types.ts';
import type { ViewProps } from '../../framework/page.ts';
import type { PersonalOfferData } from '../../account/personal-offer/personal-offer.types.ts';

const paymentIn = ({ payment }: PersonalOfferData): PaymentData | null => payment;

/** A seller's offer to one buyer, and the form that accepts it. */
export function PersonalOfferPage({ data, form }: ViewProps<PersonalOfferData>) {
  const t = useWords();
  const { seller, product, plan, price, standard, until, from, state, payment } = data;
  const words = { seller: seller ?? '', product, until, on: from ?? '', price };
  return (
    <>
      <PageTitle
        title={seller ? t('personal-offer.title.seller', words) : t('personal-offer.title')}
        text={t(from ? 'personal-offer.intro.terms' : 'personal-offer.intro', words)}
      />
      <div className="stack">
        <PriceBox
          price={{ main: price, detail: from ? t('personal-offer.from', words) : null, standard, saving: null }}
          label={plan}
          standardLabel={t('personal-offer.standard')}
        />
        {state === 'open' ? (
          <p className="fineprint">{t('personal-offer.until', words)}</p>
        ) : (
          <Notice kind={state === 'taken' ? 'success' : 'alert'} title={t(`personal-offer.${state}.title`, words)}>
            <p>{t(`personal-offer.${state}.text`, words)}</p>
          </Notice>
        )}
        {payment ? <PaymentPanel<PersonalOfferData> data={payment} form={form} paymentIn={paymentIn} /> : null}
        {state === 'open' && !payment ? (
          <form method="post">
            <Button name="take" value="yes">
              {t('personal-offer.take')}
            </Button>
          </form>
        ) : null}
      </div>
    </>
  );
}
