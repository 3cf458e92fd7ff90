import type { SettingsSource } from '#src/kernel/env/secret-values.server.ts';

/** The contract with the national system for fiscal notes of services (NFS-e): variables that begin with `FISCAL_`. */
export interface FiscalEnv {
  /** Base address, e.g. `https://sefin.nfse.gov.br/SefinNacional`. */
  readonly url: string;
  /** The public address of a note; `{key}` stands for its key. */
  readonly lookup: string;
  /** `tpAmb`: notes count in production only. */
  readonly environment: 1 | 2;
  /** Files (PEM) of the company's certificate (ICP-Brasil A1) and its key: it opens the connection and signs. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
}

/** Null where there is no contract; an incomplete one stops the start. */
export function readSettings({ values, secrets, appEnv }: SettingsSource): FiscalEnv | null {
  if (!secrets.hasContract(['FISCAL_URL', 'FISCAL_LOOKUP', 'FISCAL_CERT_FILE', 'FISCAL_KEY_FILE'])) return null;
  const isProduction = appEnv === 'production';
  const url = secrets.url('FISCAL_URL', 'tax-office').replace(/\/+$/, '');
  const [certFile, keyFile] = [values.text('FISCAL_CERT_FILE'), values.text('FISCAL_KEY_FILE')];
  if ((certFile === null) !== (keyFile === null))
    values.refuse(certFile === null ? 'FISCAL_CERT_FILE' : 'FISCAL_KEY_FILE', 'the other half of the certificate');
  else if (certFile === null && isProduction)
    values.refuse('FISCAL_CERT_FILE', 'the file of the company’s certificate: declarations are signed with it');
  const lookup = values.text('FISCAL_LOOKUP') ?? `${url}/consulta?chave={key}`;
  if (!lookup.includes('{key}')) values.refuse('FISCAL_LOOKUP', 'an address with {key} in it');
  return {
    url,
    lookup,
    environment: isProduction ? 1 : 2,
    tls: certFile !== null && keyFile !== null ? { certFile, keyFile } : null,
  };
}
