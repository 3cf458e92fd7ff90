/** Results of EMV 3-D Secure 2 as a bank's server gives them (ARes, RReq), and what an acquirer makes of them. */
export type TransStatus = 'Y' | 'A' | 'N' | 'R' | 'U' | 'I';

export interface AfterAuthentication {
  readonly do: 'authorize' | 'stop';
}

/** Whether the bank is asked for the money; a debit card only when it was authenticated, or the scheme tried to. */
export function afterAuthentication(status: TransStatus, isDebit: boolean): AfterAuthentication {
  const mayContinue = isDebit ? ['Y', 'A'] : ['Y', 'A', 'U', 'I'];
  return { do: mayContinue.includes(status) ? 'authorize' : 'stop' };
}

/** Electronic commerce indicator: by issuer, by scheme, data only, or none. */
export function eciOf(brand: string, status: TransStatus): string {
  const isMastercard = brand === 'mastercard';
  if (status === 'Y') return isMastercard ? '02' : '05';
  if (status === 'A') return isMastercard ? '01' : '06';
  if (status === 'I' && isMastercard) return '04';
  return isMastercard ? '00' : '07';
}
