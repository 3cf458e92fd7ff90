import { checkAmounts } from '../split/split-amounts.ts';
import { SplitForm } from '../split/split-form.tsx';

/** The split payment form: only pages with a split load it. */
export const paymentExtra = { Form: SplitForm, check: checkAmounts };
