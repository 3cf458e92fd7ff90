import { checkTrialConsent } from '../trial/trial-acceptance.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Checkbox } from '#src/ui/choice/checkbox.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import type { Values } from '../form-fields.ts';
import type { PaymentTrial } from '../trial/trial.types.ts';

/** Free time that comes first: only who is offered it loads this. */
export const paymentExtra = { Box: TrialConsent, Bill: TrialBill, check: checkTrialConsent };

interface TrialConsentProps {
  readonly trial: PaymentTrial;
  readonly values: Values;
  readonly error: (name: string) => string | null;
}

/** When the free time ends and what is charged then, with the box by which the buyer agrees. It never starts ticked. */
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

/** Starting without an instrument to keep. A button of the same form: it needs no script. */
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
