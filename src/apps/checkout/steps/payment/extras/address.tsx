import { AddressPanel } from '../address-panel.tsx';
import { checkAddress } from '../address-form.ts';

/** The billing address, where a product wants one. */
export const paymentExtra = { Panel: AddressPanel, check: checkAddress };
