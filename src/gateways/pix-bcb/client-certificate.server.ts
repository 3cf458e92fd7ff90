import { readFileSync } from 'node:fs';
import type { PixClientConfig } from './pix-client.server.ts';
import type { PixEnv } from './settings.server.ts';

/** Read once, at start: a missing file stops the start and not a payment. */
export function readTls({
  certFile,
  keyFile,
  caFile,
}: NonNullable<PixEnv['tls']>): NonNullable<PixClientConfig['tls']> {
  const ca = caFile === null ? {} : { ca: readFileSync(caFile, 'utf8') };
  return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8'), ...ca };
}
