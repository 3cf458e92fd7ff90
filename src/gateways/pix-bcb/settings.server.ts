import type { PixClientConfig } from './pix-client.server.ts';
import { readFileSync } from 'node:fs';
import type { EnvValues } from '#src/kernel/env/env-values.server.ts';
import type { SettingsSource } from '#src/kernel/env/secret-values.server.ts';

/** The contract with a bank that speaks API Pix: variables that begin with `PIX_`. */
export interface PixEnv {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The receiver's Pix key. */
  readonly key: string;
  readonly notificationSecret: string;
  /** Files (PEM) of the client certificate that banks require, its key, and the authority to trust besides the usual ones. */
  readonly tls: { readonly certFile: string; readonly keyFile: string; readonly caFile: string | null } | null;
  /** The receiver's account in mandate charges. */
  readonly account: { readonly agency: string; readonly number: string };
  /** The receiver as payers' banks show it; null where only the bank's code names it. */
  readonly payee: { readonly name: string; readonly document: string | null } | null;
}

/** Reads the contract, which every installation has. */
export function readSettings({ values, secrets, appEnv }: SettingsSource): PixEnv {
  const testSecrets = appEnv === 'test';
  return {
    url: secrets.url('PIX_URL', 'pix-bank'),
    clientId: secrets.name('PIX_CLIENT_ID'),
    clientSecret: secrets.secret('PIX_CLIENT_SECRET', 8),
    key: values.name('PIX_KEY', testSecrets ? '7d9f0335-8dcc-4054-9bf9-0dbd61d36906' : null),
    notificationSecret: secrets.secret('PIX_NOTIFICATION_SECRET', 24),
    tls: readTls(values),
    account: readAccount(values, testSecrets),
    payee: readPayee(values, testSecrets),
  };
}

/** A bank's API asks for a client certificate (API Pix, mutual TLS); the sandbox does not. */
function readTls(values: EnvValues): PixEnv['tls'] {
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

/** `PIX_PAYEE_NAME` and `PIX_PAYEE_DOCUMENT` are optional: without them the name in the bank's code is shown. */
function readPayee(values: EnvValues, testSecrets: boolean): PixEnv['payee'] {
  const name = values.text('PIX_PAYEE_NAME') ?? (testSecrets ? 'Escola Matrícula Ltda' : null);
  const document = values.text('PIX_PAYEE_DOCUMENT') ?? (testSecrets ? '12345678000195' : null);
  if (name === null && document !== null) values.refuse('PIX_PAYEE_NAME', 'the name beside PIX_PAYEE_DOCUMENT');
  return name === null ? null : { name, document };
}

/** `PIX_ACCOUNT`: agency and account, as in `0001/0123456`. */
function readAccount(values: EnvValues, testSecrets: boolean): PixEnv['account'] {
  const text = values.secret('PIX_ACCOUNT', 3, testSecrets ? '0001/0123456' : null);
  const [, agency = '', number = ''] = /^(\d{1,4})\/(\d{1,20})$/.exec(text) ?? [];
  if (number === '' && values.text('PIX_ACCOUNT') !== null)
    values.refuse('PIX_ACCOUNT', 'agency and account in digits, such as 0001/0123456');
  return { agency, number };
}

/** Reads the files once, at start: a missing one stops the start and not a payment. */
export function readCertificate({
  certFile,
  keyFile,
  caFile,
}: NonNullable<PixEnv['tls']>): NonNullable<PixClientConfig['tls']> {
  const ca = caFile === null ? {} : { ca: readFileSync(caFile, 'utf8') };
  return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8'), ...ca };
}
