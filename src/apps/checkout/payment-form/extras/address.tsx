import { AddressPanel } from '../address/address-panel.tsx';
import { checkAddress } from '../address/address-form.ts';

/** The billing address, where a product wants one. */
export const paymentExtra = { Panel: AddressPanel, check: checkAddress };
