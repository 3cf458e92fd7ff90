import { askCompany, type CompanyProbe } from '#src/gateways/company-probe.server.ts';
import { probes } from '#src/gateways/registry.probes.server.generated.ts';
import type { CompanyEnvs } from '#src/gateways/gateway-env.server.ts';
import { type Check, type Finding, ok, warning, wordsOf, wrong } from './finding.ts';

/** The credentials of each company, by a call that makes, changes and sends nothing. */
export const checkCompanies: Check = async ({ env }) => {
  const asked = Object.entries<CompanyProbe>(probes).map(([id, probe]) => checkCompany(id, probe, env.companies));
  return (await Promise.all(asked)).flat();
};

async function checkCompany(id: string, probe: CompanyProbe, companies: CompanyEnvs): Promise<Finding[]> {
  const answer = await askCompany(probe, companies).catch(wordsOf);
  // A missing file of a certificate, or a key that is none.
  if (typeof answer === 'string') return [wrong(id, answer, 'Correct the file or the key that its settings name.')];
  if (answer === null) return [];
  switch (answer.kind) {
    case 'accepted':
      return [ok(id, `it answered when asked for ${answer.asks}`)];
    case 'not-asked':
      return [ok(id, `not asked: ${answer.reason}`)];
    case 'refused':
      return [wrong(id, `it refuses the credentials (${answer.status})`, `Correct ${answer.settings}.`)];
    case 'unclear':
      return [
        warning(
          id,
          `no clear answer: ${answer.reason}`,
          'Correct its address, or look again when the company is back.',
        ),
      ];
  }
}
