import { checkTrialConsent } from '../trial/trial-acceptance.ts';
import { TrialBill, TrialConsent } from '../trial/trial-box.tsx';

/** Free time that comes first: only who is offered it loads this. */
export const paymentExtra = { Box: TrialConsent, Bill: TrialBill, check: checkTrialConsent };
