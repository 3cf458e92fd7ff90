import { readFileSync } from 'node:fs';
import { type CompanyProbe, foundNothing } from '../company-probe.server.ts';

export const probe: CompanyProbe = ({ 'nfse-national': fiscal }) =>
  fiscal && {
    asks: 'a declaration that does not exist',
    client: {
      baseUrl: fiscal.url,
      ...(fiscal.tls && {
        tls: { cert: readFileSync(fiscal.tls.certFile, 'utf8'), key: readFileSync(fiscal.tls.keyFile, 'utf8') },
      }),
    },
    call: { method: 'GET', path: `/dps/DPS${'0'.repeat(42)}` },
    accepts: foundNothing,
    settings: 'FISCAL_CERT_FILE, FISCAL_KEY_FILE',
  };
