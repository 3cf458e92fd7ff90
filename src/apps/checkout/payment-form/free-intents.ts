/** Presses of a payment form that take no money: they change what is shown, and may be made again. */
export const nonPaymentIntents = ['voucher', 'remove-voucher', 'forget-profile', 'ways'] as const;
