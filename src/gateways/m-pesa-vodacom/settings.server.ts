import type { EnvValues } from '#src/kernel/env/env-values.server.ts';
import type { SettingsSource } from '#src/kernel/env/secret-values.server.ts';

/** The contract with M-Pesa's operator in Mozambique (Vodacom's open API): variables that begin with `MPESA_`. */
export interface MPesaEnv {
  /** Scheme and host, e.g. `https://api.vm.co.mz`. */
  readonly url: string;
  /** Ports of payment, query and reversal; null where one address serves all three. */
  readonly ports: { readonly payment: number; readonly query: number; readonly reversal: number } | null;
  readonly apiKey: string;
  /** The operator's RSA key, as its portal gives it: base64 of the DER, or PEM. */
  readonly publicKey: string;
  /** The address that is registered in the portal as the caller's `Origin`. */
  readonly origin: string;
  readonly serviceProviderCode: string;
  /** The user name for reversals. */
  readonly initiator: string;
  readonly securityCredential: string;
  /** Signs the messages with which our own long calls report their results. */
  readonly notificationSecret: string;
  /** Whether the contract includes callbacks, which carry no signature. */
  readonly takesCallbacks: boolean;
  /** The company name in the operator's prompt; null where no setting has it. */
  readonly payee: string | null;
}

const mPesaVariables = ['MPESA_URL', 'MPESA_API_KEY', 'MPESA_PUBLIC_KEY', 'MPESA_SERVICE_PROVIDER_CODE'];

/** Ports of the open API for payment, query and reversal (Vodacom, API documents of 2026-03). */
const defaultPorts = '18352,18353,18354';

/** The public half of the sandbox's pair of keys. */
const sandboxKey =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAtPwn0bS3f6i7lOGRKi5MHFFnwBy3BMdZ5R6/kfWkmKgZNsJSwHfULpeYW46gd3kuLKJ1SRlgWCBpdXITnpRs4W3NtSsnhbRcDq11sHf6g9ZNuTK7Q6NVJi9WtTouKImWNe25ikOn2GFMaHvcULNoKKwummyquyvA2gNBBn6qrQXVKOOVd90B8Mgn6zFzGd5XKmgOxMdpDstp0SYT/yR2iNG7qhUPSJHSI1ZY84er/1CoTPAEwcAXIikZpxlfn1dEm7Vn0SATE0fhkZNuU9NXb7uQJZ7pEk9oQh2fS5mdV7LfhkOTTsHdyOk2QxK2aIcFJz52uYBRo4Px/jt2LtIq4QIDAQAB';

/** Null where there is no contract; an incomplete one stops the start. */
export function readSettings({ values, secrets, appEnv }: SettingsSource): MPesaEnv | null {
  if (!secrets.hasContract(mPesaVariables)) return null;
  const testSecrets = appEnv === 'test';
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
