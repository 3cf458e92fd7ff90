import type { CompanyProbe } from '../company-probe.server.ts';

export const probe: CompanyProbe = () => 'its only call sends a message';
