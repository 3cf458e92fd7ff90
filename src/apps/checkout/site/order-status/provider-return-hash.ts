/** Fragment of a waiting page's address after the provider's page: it prevents a second redirect there. */
export const providerReturnHash = '#back';
