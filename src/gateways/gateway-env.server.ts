import type { AppEnvironment } from '#src/kernel/env/app-environment.server.ts';
import type { EnvValues } from '#src/kernel/env/env-values.server.ts';
import type { SecretValues } from '#src/kernel/env/secret-values.server.ts';
import { type CulqiEnv, readCulqi } from './culqi/settings.server.ts';
import { type MPesaEnv, type NuPayEnv, readMPesa, readNuPay } from './m-pesa-vodacom/settings.server.ts';
import { type PagarmeEnv, readPagarme, readRoutesFile } from './pagarme/settings.server.ts';
import {
  type AcquirerEnv,
  type PixEnv,
  type PointsEnv,
  readPixAccount,
  readPixPayee,
  readPixTls,
  type SlipEnv,
  type SmsEnv,
} from './pix-bcb/settings.server.ts';
import { readCardKeyPins } from './test-acquirer/card-key-pins.server.ts';

/** What the process's environment says of each company. Null where there is no contract. */
export interface GatewayEnv {
  /** Absolute path of the file that says which gateway collects what; null: the one beside the gateways. */
  readonly gatewayRoutesFile: string | null;
  /** Thumbprints of the acquirer's keys that cards may be encrypted with; null: any of its keys. */
  readonly cardKeyPins: readonly string[] | null;
  readonly acquirer: AcquirerEnv;
  readonly pagarme: PagarmeEnv | null;
  readonly culqi: CulqiEnv | null;
  readonly mPesa: MPesaEnv | null;
  readonly nuPay: NuPayEnv | null;
  readonly pix: PixEnv;
  readonly slip: SlipEnv;
  readonly sms: SmsEnv;
  /** The points programme. */
  readonly points: PointsEnv | null;
}

/** Reads the settings of every company. Secrets have well-known values in the test environment only. */
export function readGatewayEnv(values: EnvValues, secrets: SecretValues, appEnv: AppEnvironment): GatewayEnv {
  const testSecrets = appEnv === 'test';
  const { secret, name, url } = secrets;
  return {
    acquirer: {
      url: url('ACQUIRER_URL', 'acquirer'),
      merchant: name('ACQUIRER_MERCHANT'),
      secret: secret('ACQUIRER_SECRET', 8),
      notificationSecret: secret('ACQUIRER_NOTIFICATION_SECRET', 24),
    },
    pix: {
      url: url('PIX_URL', 'pix-bank'),
      clientId: name('PIX_CLIENT_ID'),
      clientSecret: secret('PIX_CLIENT_SECRET', 8),
      key: values.secret('PIX_KEY', 1, testSecrets ? '7d9f0335-8dcc-4054-9bf9-0dbd61d36906' : null),
      notificationSecret: secret('PIX_NOTIFICATION_SECRET', 24),
      tls: readPixTls(values),
      account: readPixAccount(values, testSecrets),
      payee: readPixPayee(values, testSecrets),
    },
    pagarme: readPagarme(secrets),
    culqi: readCulqi(secrets),
    mPesa: readMPesa(values, secrets, testSecrets),
    nuPay: readNuPay(values, secrets, testSecrets),
    slip: {
      url: url('SLIP_URL', 'slip-bank'),
      user: name('SLIP_USER'),
      secret: secret('SLIP_SECRET', 8),
      notificationSecret: secret('SLIP_NOTIFICATION_SECRET', 24),
    },
    sms: { url: url('SMS_URL', 'sms'), user: name('SMS_USER'), secret: secret('SMS_SECRET', 8) },
    // A contract that not every school has; a half of one stops the start.
    points:
      !testSecrets && ['POINTS_URL', 'POINTS_USER', 'POINTS_SECRET'].every((one) => values.text(one) === null)
        ? null
        : {
            url: url('POINTS_URL', 'points-club'),
            user: name('POINTS_USER'),
            secret: secret('POINTS_SECRET', 8),
          },
    gatewayRoutesFile: readRoutesFile(values),
    cardKeyPins: readCardKeyPins(values, appEnv),
  };
}

/** Where buyers answer their banks, in a frame of ours. */
export function challengeOriginsOf({ acquirer, culqi }: GatewayEnv): readonly string[] {
  const addresses = [acquirer.url, ...(culqi ? [culqi.url] : [])];
  return [...new Set(addresses.map((address) => new URL(address).origin))];
}
