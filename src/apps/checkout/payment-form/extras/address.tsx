import { AddressPanel } from '../address/address-panel.tsx';
import { checkAddress } from '../address/address-form.ts';

/** The billing address, for products that require one. */
export const paymentExtra = { Panel: AddressPanel, check: checkAddress };
