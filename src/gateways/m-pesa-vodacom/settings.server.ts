import type { EnvValues } from '../../kernel/env/env-values.server.ts';
import type { SecretValues } from '../../kernel/env/secret-values.server.ts';

/** The contract with M-Pesa's operator in Mozambique (Vodacom's open API). */
export interface MPesaEnv {
  /** Scheme and host, e.g. `https://api.vm.co.mz`. */
  readonly url: string;
  /** Ports of payment, query and reversal; null where one door serves all three. */
  readonly ports: { readonly payment: number; readonly query: number; readonly reversal: number } | null;
  readonly apiKey: string;
  /** The operator's RSA key, as its portal gives it: base64 of the DER, or PEM. */
  readonly publicKey: string;
  /** What the portal has registered as the caller's `Origin`. */
  readonly origin: string;
  readonly serviceProviderCode: string;
  /** Who orders reversals. */
  readonly initiator: string;
  readonly securityCredential: string;
  /** Signs what our own long calls tell us when they end. */
  readonly notificationSecret: string;
  /** Whether the contract has the operator call back; its calls carry no signature. */
  readonly takesCallbacks: boolean;
  /** The company that the operator's prompt names; null where nobody said it. */
  readonly payee: string | null;
}

/** The contract with NuPay for Business. */
export interface NuPayEnv {
  readonly url: string;
  readonly merchantKey: string;
  readonly merchantToken: string;
  /** Public keys (Ed25519, base64) of its messages, the newest first; empty where they are taken unsigned, as mere hints. */
  readonly signingKeys: readonly string[];
}

const mPesaVariables = ['MPESA_URL', 'MPESA_API_KEY', 'MPESA_PUBLIC_KEY', 'MPESA_SERVICE_PROVIDER_CODE'];
const nuPayVariables = ['NUPAY_URL', 'NUPAY_MERCHANT_KEY', 'NUPAY_MERCHANT_TOKEN'];

/** Ports of the open API for payment, query and reversal (Vodacom, API documents of 2026-03). */
const defaultPorts = '18352,18353,18354';

/** The public half of the sandbox's pair of keys. */
const sandboxKey =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAtPwn0bS3f6i7lOGRKi5MHFFnwBy3BMdZ5R6/kfWkmKgZNsJSwHfULpeYW46gd3kuLKJ1SRlgWCBpdXITnpRs4W3NtSsnhbRcDq11sHf6g9ZNuTK7Q6NVJi9WtTouKImWNe25ikOn2GFMaHvcULNoKKwummyquyvA2gNBBn6qrQXVKOOVd90B8Mgn6zFzGd5XKmgOxMdpDstp0SYT/yR2iNG7qhUPSJHSI1ZY84er/1CoTPAEwcAXIikZpxlfn1dEm7Vn0SATE0fhkZNuU9NXb7uQJZ7pEk9oQh2fS5mdV7LfhkOTTsHdyOk2QxK2aIcFJz52uYBRo4Px/jt2LtIq4QIDAQAB';
/** The public half of the key with which the sandbox's NuPay signs. */
const sandboxSigningKey = 'J0clc56pWvHLCubtsxa+GdXuwIua4/hDDJaIOAlZTqk=';

/** Null where there is no contract; a half of one stops the start. */
export function readMPesa(values: EnvValues, secrets: SecretValues, testSecrets: boolean): MPesaEnv | null {
  if (!secrets.hasContract(mPesaVariables)) return null;
  const isSandbox = testSecrets && values.text('MPESA_URL') === null;
  return {
    url: secrets.url('MPESA_URL', 'm-pesa').replace(/\/+$/, ''),
    ports: readPorts(values, isSandbox ? 'none' : defaultPorts),
    apiKey: secrets.secret('MPESA_API_KEY', 8),
    publicKey: values.secret('MPESA_PUBLIC_KEY', 100, testSecrets ? sandboxKey : null),
    origin: values.text('MPESA_ORIGIN') ?? 'developer.mpesa.vm.co.mz',
    serviceProviderCode: values.secret('MPESA_SERVICE_PROVIDER_CODE', 1, testSecrets ? '171717' : null),
    initiator: secrets.name('MPESA_INITIATOR'),
    securityCredential: secrets.secret('MPESA_SECURITY_CREDENTIAL', 4),
    notificationSecret: secrets.secret('MPESA_NOTIFICATION_SECRET', 24),
    takesCallbacks: values.choice('MPESA_CALLBACKS', ['off', 'on'], 'off') === 'on',
    payee: values.text('MPESA_PAYEE_NAME') ?? (isSandbox ? 'Escola Matrícula' : null),
  };
}

/** `MPESA_PORTS`: three numbers with commas between them, or `none`. */
function readPorts(values: EnvValues, usual: string): MPesaEnv['ports'] {
  const text = values.text('MPESA_PORTS') ?? usual;
  if (text === 'none') return null;
  const [payment, query, reversal, ...more] = text.split(',').map(Number);
  const isPort = (port: number | undefined): port is number =>
    port !== undefined && Number.isInteger(port) && port > 0 && port < 65_536;
  if (isPort(payment) && isPort(query) && isPort(reversal) && more.length === 0) return { payment, query, reversal };
  values.refuse('MPESA_PORTS', 'three ports with commas between them (payment, query, reversal), or none');
  return null;
}

/** Null where there is no contract; a half of one stops the start. */
export function readNuPay(values: EnvValues, secrets: SecretValues, testSecrets: boolean): NuPayEnv | null {
  if (!secrets.hasContract(nuPayVariables)) return null;
  const isSandbox = testSecrets && values.text('NUPAY_URL') === null;
  const keys = values.text('NUPAY_SIGNING_KEYS') ?? (isSandbox ? sandboxSigningKey : '');
  return {
    url: secrets.url('NUPAY_URL', 'nupay').replace(/\/+$/, ''),
    merchantKey: secrets.name('NUPAY_MERCHANT_KEY'),
    merchantToken: secrets.secret('NUPAY_MERCHANT_TOKEN', 8),
    signingKeys: keys.split(',').filter((key) => key !== ''),
  };
}
