import { checkTrialBox } from '../trial-acceptance.ts';
import { TrialBill, TrialBox } from '../trial-box.tsx';

/** Free time that comes first: only who is offered it loads this. */
export const paymentExtra = { Box: TrialBox, Bill: TrialBill, check: checkTrialBox };
