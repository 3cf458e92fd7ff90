import type { EnvValues } from '../../kernel/env/env-values.server.ts';

/** How to reach one company that moves money, and how to know its messages. */
export interface AcquirerEnv {
  readonly url: string;
  readonly merchant: string;
  readonly secret: string;
  readonly notificationSecret: string;
}
export interface PixEnv {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The receiver's Pix key. */
  readonly key: string;
  readonly notificationSecret: string;
  /** Files (PEM) of the client certificate that banks ask for, its key, and the authority to trust besides the usual ones. */
  readonly tls: { readonly certFile: string; readonly keyFile: string; readonly caFile: string | null } | null;
  /** The receiver's account as recurring charges name it. */
  readonly account: { readonly agency: string; readonly number: string };
  /** Who receives, as payers' banks show it; null where only the bank's code says so. */
  readonly payee: { readonly name: string; readonly document: string | null } | null;
}
export interface SlipEnv {
  readonly url: string;
  readonly user: string;
  readonly secret: string;
  readonly notificationSecret: string;
}

export interface SmsEnv {
  readonly url: string;
  readonly user: string;
  readonly secret: string;
}

export interface PointsEnv {
  readonly url: string;
  readonly user: string;
  readonly secret: string;
}

/** A bank's API asks for a client certificate (API Pix, mutual TLS); the sandbox does not. */
export function readPixTls(values: EnvValues): PixEnv['tls'] {
  const [certFile, keyFile, caFile] = [
    values.text('PIX_CERT_FILE'),
    values.text('PIX_KEY_FILE'),
    values.text('PIX_CA_FILE'),
  ];
  if (certFile !== null && keyFile !== null) return { certFile, keyFile, caFile };
  if (certFile !== null || caFile !== null) values.refuse('PIX_KEY_FILE', 'the file of the key, beside PIX_CERT_FILE');
  else if (keyFile !== null) values.refuse('PIX_CERT_FILE', 'the file of the certificate, beside PIX_KEY_FILE');
  return null;
}

/** Who receives the account's Pix, as payers' banks show it. Optional: without it the name in the bank's code is shown. */
export function readPixPayee(values: EnvValues, testSecrets: boolean): PixEnv['payee'] {
  const name = values.text('PIX_PAYEE_NAME') ?? (testSecrets ? 'Escola Matrícula Ltda' : null);
  const document = values.text('PIX_PAYEE_DOCUMENT') ?? (testSecrets ? '12345678000195' : null);
  if (name === null && document !== null) values.refuse('PIX_PAYEE_NAME', 'the name beside PIX_PAYEE_DOCUMENT');
  return name === null ? null : { name, document };
}

/** `0001/0123456`: agency and account. */
export function readPixAccount(values: EnvValues, testSecrets: boolean): PixEnv['account'] {
  const text = values.secret('PIX_ACCOUNT', 3, testSecrets ? '0001/0123456' : null);
  const [, agency = '', number = ''] = /^(\d{1,4})\/(\d{1,20})$/.exec(text) ?? [];
  if (number === '' && values.text('PIX_ACCOUNT') !== null)
    values.refuse('PIX_ACCOUNT', 'agency and account in digits, such as 0001/0123456');
  return { agency, number };
}
