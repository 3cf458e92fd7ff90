/**
 * Checks an installation with the settings that it would start with: a line per check, what is wrong, and how to mend it.
 *
 *     npm run doctor                          everything
 *     npm run doctor -- database companies    only these: settings, origins, proxy, database, mail, companies, machine
 *
 * It changes nothing, sends no e-mail and makes no payment. Ends with 1 where something is wrong.
 */
import { readEnv } from '#src/server/env.server.ts';
import { checkCompanies } from './doctor/companies.check.ts';
import { checkDatabase } from './doctor/database.check.ts';
import { type Check, describeFindings, type Finding, type Installation, ok, wordsOf, wrong } from './doctor/finding.ts';
import { checkMachine } from './doctor/machine.check.ts';
import { checkMail } from './doctor/mail.check.ts';
import { checkOrigins } from './doctor/origins.check.ts';
import { checkProxy } from './doctor/proxy.check.ts';

const checks: Readonly<Record<string, Check>> = {
  settings: async ({ env }) => [ok('settings', `complete for ${env.appEnv}, ROLE=${env.role}`)],
  origins: checkOrigins,
  proxy: checkProxy,
  database: checkDatabase,
  mail: checkMail,
  companies: checkCompanies,
  machine: checkMachine,
};

async function main(wanted: readonly string[]): Promise<number> {
  const unknown = wanted.find((name) => !Object.hasOwn(checks, name));
  if (unknown !== undefined) throw new Error(`${unknown} is none of ${Object.keys(checks).join(', ')}`);
  const env = readEnv(process.env);
  if (!env.ok) {
    const problems = env.error.map(({ variable, given, allowed }) => wrong(variable, given, `Set ${allowed}.`));
    console.log(`settings\n${describeFindings(problems)}`);
    return 1;
  }
  const installation: Installation = { env: env.value, now: () => Date.now() };
  const names = Object.keys(checks).filter((name) => wanted.length === 0 || wanted.includes(name));
  const reports = await Promise.all(names.map(async (name) => [name, await run(name, installation)] as const));
  for (const [name, findings] of reports) console.log(`${name}\n${describeFindings(findings)}`);
  const count = (state: Finding['state']) => reports.flatMap(([, all]) => all).filter((one) => one.state === state);
  console.log(`${count('ok').length} ok, ${count('warning').length} warnings, ${count('wrong').length} wrong`);
  return count('wrong').length > 0 ? 1 : 0;
}

async function run(name: string, installation: Installation): Promise<readonly Finding[]> {
  try {
    return (await checks[name]?.(installation)) ?? [];
  } catch (error) {
    return [wrong(name, wordsOf(error), 'The check itself failed: see its sentence.')];
  }
}

process.exitCode = await main(process.argv.slice(2));
