import { checkAmounts } from '../split/split-amounts.ts';
import { SplitForm } from '../split/split-form.tsx';

/** A price paid in several ways at once: only who asks for it loads it. */
export const paymentExtra = { Form: SplitForm, check: checkAmounts };
