import pg from 'pg';
import { z } from 'zod';
import { usesTransactionPooling } from '#src/kernel/db/pooler-mode.server.ts';
import type { DatabaseAddress } from '#src/kernel/db/pool.server.ts';
import { migrationsFolder, readMigrationFiles } from '#src/kernel/db/migration-files.server.ts';
import { reachDatabase } from '../database/reach-database.ts';
import { type Check, type Finding, ok, warning, wordsOf, wrong } from './finding.ts';

const subject = 'DATABASE_URL';
/** The product lives by the database's clock; tokens of companies and certificates go by this machine's. */
const skewMs = { warned: 2_000, wrong: 30_000 };
const oldestMajor = 15;

const stateSchema = z.object({
  version: z.string(),
  encoding: z.string(),
  role: z.string(),
  isSuperuser: z.boolean(),
  isOwner: z.boolean(),
  isStandby: z.boolean(),
  isSafe: z.boolean(),
  isEncrypted: z.boolean(),
  isLocal: z.boolean(),
  left: z.number(),
  at: z.date(),
});
type State = z.infer<typeof stateSchema>;

const stateQuery = `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
  current_user::text as role, rolsuper as "isSuperuser", pg_is_in_recovery() as "isStandby",
  coalesce((select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('schema_migrations')), true)
    as "isOwner",
  current_setting('fsync') = 'on' and current_setting('full_page_writes') = 'on' as "isSafe",
  coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "isEncrypted",
  coalesce(inet_server_addr() <<= '127.0.0.0/8' or inet_server_addr() = '::1', true) as "isLocal",
  current_setting('max_connections')::int - (select count(*)::int from pg_stat_activity) as left,
  clock_timestamp() as at
  from pg_roles where rolname = current_user`;

/** Role, version, migrations, pooler and clock of the database. */
export const checkDatabase: Check = async ({ env, now }) => {
  if (env.databaseUrl === null) {
    const reached = await reachDatabase(env);
    if (typeof reached === 'string') return [wrong('embedded database', reached, 'See the log of the product.')];
    try {
      const { findings, version } = await look(reached.address, now);
      return [ok('embedded database', `PostgreSQL ${version}, for one machine`), ...findings];
    } finally {
      await reached.leave();
    }
  }
  const address = { connectionString: env.databaseUrl };
  try {
    const pooled = await usesTransactionPooling(address);
    if (pooled) {
      const remedy = 'Set pool_mode = session, or name PostgreSQL itself.';
      return [wrong(subject, 'a pooler shares sessions (pool_mode = transaction or statement)', remedy)];
    }
    const { state, findings, version } = await look(address, now);
    return [ok(subject, `PostgreSQL ${version}, sessions of our own`), ...rights(state, env.appEnv), ...findings];
  } catch (error) {
    return [wrong(subject, wordsOf(error), 'Correct the address, the password or the server’s pg_hba.conf.')];
  }
};

interface Look {
  readonly state: State;
  readonly version: string;
  readonly findings: readonly Finding[];
}

async function look(address: DatabaseAddress, now: () => number): Promise<Look> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 10_000, application_name: 'matricula-doctor' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const began = now();
    const { rows } = await client.query(stateQuery);
    const state = stateSchema.parse(rows[0]);
    const skew = state.at.getTime() - (began + now()) / 2;
    const findings = [...serverFindings(state), clockFinding(skew), await migrationsFinding(client)];
    return { state, version: state.version, findings };
  } finally {
    await client.end();
  }
}

function serverFindings({ version, encoding, isStandby, isSafe, left }: State): Finding[] {
  const findings: Finding[] = [];
  if (Number.parseInt(version, 10) < oldestMajor)
    findings.push(wrong(subject, `PostgreSQL ${version} is too old`, `Use ${oldestMajor} or newer.`));
  if (encoding !== 'UTF8')
    findings.push(wrong(subject, `the database is encoded in ${encoding}`, 'Create it anew with encoding UTF8.'));
  if (isStandby) findings.push(wrong(subject, 'it is a standby, which takes no writes', 'Name the primary.'));
  if (!isSafe) findings.push(wrong(subject, 'a crash may lose payments', 'Set fsync = on and full_page_writes = on.'));
  if (left < 25)
    findings.push(
      warning(
        subject,
        `${left} connections are left`,
        'Raise max_connections: a process takes 15, with the console 21.',
      ),
    );
  return findings;
}

function rights({ role, isSuperuser, isOwner, isEncrypted, isLocal }: State, appEnv: string): Finding[] {
  const remedy = 'Make a role of its own, own the tables in another (DATABASE_OWNER_URL), and run npm run migrate.';
  const findings: Finding[] = [];
  if (isSuperuser) findings.push(wrong(subject, `the role ${role} is a superuser`, remedy));
  else if (isOwner)
    findings.push((appEnv === 'test' ? warning : wrong)(subject, `the role ${role} owns the books`, remedy));
  else findings.push(ok(subject, `the role ${role} cannot change the books`));
  if (!isLocal && !isEncrypted)
    findings.push(warning(subject, 'the connection is not encrypted', 'Add sslmode=verify-full to the address.'));
  return findings;
}

function clockFinding(skew: number): Finding {
  const seconds = (Math.abs(skew) / 1000).toFixed(1);
  if (Math.abs(skew) < skewMs.warned) return ok('clock', `${seconds} s from the database’s`);
  const found = `this machine is ${seconds} s ${skew > 0 ? 'behind' : 'ahead of'} the database`;
  return (Math.abs(skew) < skewMs.wrong ? warning : wrong)('clock', found, 'Let both machines follow NTP.');
}

async function migrationsFinding(client: pg.Client): Promise<Finding> {
  const files = await readMigrationFiles(migrationsFolder);
  if (!files.ok) return wrong('migrations', files.error.message, 'Install the product anew.');
  const there = await client.query("select to_regclass('schema_migrations') is not null as yes");
  const isThere = z.object({ yes: z.boolean() }).parse(there.rows[0]).yes;
  const history = isThere ? (await client.query('select number from schema_migrations')).rows : [];
  const applied = new Set(
    z
      .array(z.object({ number: z.number() }))
      .parse(history)
      .map(({ number }) => number),
  );
  const missing = files.value.filter(({ number }) => !applied.has(number));
  if (missing.length === 0) return ok('migrations', `all ${files.value.length} are applied`);
  return wrong('migrations', `${missing.length} are missing, the first is ${missing[0]?.name}`, 'Run npm run migrate.');
}
