/** Behind the address of a waiting page once its buyer has been at the provider's: they are not sent there again. */
export const providerReturnHash = '#back';
