import { checkTrialConsent } from '../trial/trial-acceptance.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Checkbox } from '#src/ui/choice/checkbox.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import type { Values } from '../form-fields.ts';
import type { PaymentTrial } from '../trial/trial.types.ts';

/** The trial of a payment: only pages that offer one load it. */
export const paymentExtra = { Box: TrialConsent, Bill: TrialBill, check: checkTrialConsent };

interface TrialConsentProps {
  readonly trial: PaymentTrial;
  readonly values: Values;
  readonly error: (name: string) => string | null;
}

/** The end of the trial and its first charge, with the consent checkbox. It never starts ticked. */
function TrialConsent({ trial, values, error }: TrialConsentProps) {
  return (
    <>
      <Notice kind="info" title={trial.title}>
        <p>{trial.text}</p>
      </Notice>
      <Checkbox name="trial" defaultChecked={values['trial'] === 'yes'} error={error('trial')} required>
        {trial.accept}
      </Checkbox>
    </>
  );
}

/** Starts the trial without saving an instrument. A button of the same form: it works without a script. */
function TrialBill({ bill }: { readonly bill: NonNullable<PaymentTrial['bill']> }) {
  return (
    <>
      <Button look="secondary" name="intent" value="bill" formNoValidate>
        {bill.label}
      </Button>
      <p className="fineprint">{bill.text}</p>
    </>
  );
}
