/** Results of EMV 3-D Secure 2 from a bank's server (ARes, RReq), and how an acquirer handles them. */
export type TransStatus = 'Y' | 'A' | 'N' | 'R' | 'U' | 'I';

export interface AfterAuthentication {
  readonly do: 'authorize' | 'stop';
}

/** Whether the charge is sent to the bank; for a debit card only when it was authenticated or attempted. */
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
