import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { SandboxPayments } from '#tests/compat/sandbox-payments.ts';
import { isAlive, startProduct, stopProduct } from '#tests/support/processes/product.server.ts';
import { isAllowed, mustBeFound, mustBeFoundOfEach } from './allowed-locations.ts';
import type { CanaryWorld } from './canary-world.ts';
import { type ScanSource, type CanaryMatch, CanaryIndex } from './find-canaries.ts';
import { addressesIn, byReceiver, filesIn, listen, poolOf, readTables, writeUncompressed } from './scan-sources.ts';
import { Canaries } from './canary-values.ts';
import { until } from './purchase.ts';
import { decodeNested } from './decode-nested.ts';
import { walkChallenges } from './walks/walk-challenge.ts';
import { walkDisputes } from './walks/walk-disputes.ts';
import { crash, walkFailures } from './walks/walk-failures.ts';
import { walkOtherDevice } from './walks/walk-other-device.ts';
import { walkAfterPayment } from './walks/walk-after-payment.ts';
import { walkInvalidInput } from './walks/walk-invalid-input.ts';
import { walkPartners } from './walks/walk-partners.ts';
import { walkPhone } from './walks/walk-phone.ts';
import { walkPoints } from './walks/walk-points.ts';
import { walkPurchases } from './walks/walk-purchases.ts';
import { walkSubscriptions } from './walks/walk-subscriptions.ts';
import { walkUnits } from './walks/walk-units.ts';

export interface CanaryReport {
  readonly walked: readonly string[];
  readonly requests: number;
  /** How many secrets of each kind were sent through. */
  readonly sent: Readonly<Record<string, number>>;
  /** How many of them are a buyer's of each country: `document of PE`. */
  readonly sentOfEach: Readonly<Record<string, number>>;
  /** Bytes that were looked through, by place. */
  readonly scanned: Readonly<Record<string, number>>;
  readonly matches: readonly CanaryMatch[];
  /** Where secrets lie that are meant to lie there. */
  readonly expected: readonly string[];
  /** Where something must have been found and was not: the search does not see there. */
  readonly blind: readonly string[];
}

export interface CanaryOptions {
  /** Empty, and the run's own. */
  readonly folder: string;
  /** The planted leak: something is written where it does not belong, after the walks and before the search. */
  readonly plant?: (sandboxWorld: { readonly canaries: Canaries; readonly pool: pg.Pool }) => Promise<void>;
  /** The same for the log: lines at its end. */
  readonly plantInLog?: (canaries: Canaries) => string;
  /** And for the figures that a collector reads. */
  readonly plantInMetrics?: (canaries: Canaries) => string;
  /** Only the first purchases, for a quick look. */
  readonly isShort?: boolean;
}

/** Walks every path with secrets that are known again, stops the product, and looks through all that it left behind. */
export async function runCanaries({
  folder,
  plant,
  plantInLog,
  plantInMetrics,
  isShort = false,
}: CanaryOptions): Promise<CanaryReport> {
  const canaries = new Canaries();
  const [otlp, sentry] = [await listen(), await listen()];
  const operatorToken = canaries.add('operator-token', 'operator', randomBytes(32).toString('base64url'));
  const metricsToken = canaries.add('operator-token', 'metrics', randomBytes(32).toString('base64url'));
  const webhookKey = randomBytes(32).toString('base64url');
  const [urls, secrets] = [path.join(folder, 'urls.log'), path.join(folder, 'proofs.log')];
  const product = await startProduct(path.join(folder, 'product'), {
    flags: ['--import', path.resolve(import.meta.dirname, 'record-urls.ts')],
    env: {
      OPERATOR_TOKEN: operatorToken,
      METRICS_TOKEN: metricsToken,
      WEBHOOK_KEY: webhookKey,
      OTLP_URL: otlp.origin,
      SENTRY_DSN: `http://${'a'.repeat(32)}@127.0.0.1:${new URL(sentry.origin).port}/1`,
      LOG_LEVEL: 'debug',
      URL_TAP: urls,
      SECRET_TAP: secrets,
    },
  });
  const pool = poolOf(product.dataDir);
  try {
    await writeUncompressed(pool);
    const sandboxPayments = new SandboxPayments(product.sandbox);
    const { checkout } = product;
    const sandboxWorld: CanaryWorld = {
      checkout,
      sandboxPayments,
      operatorToken,
      webhookKey,
      canaries,
      pool,
      addresses: [],
      answers: [],
      documents: [],
    };
    const walked = await walk(sandboxWorld, isShort);
    // What a visitor writes into an address by mistake is no address of ours.
    const ours = readFileSync(urls).length;
    const requests = await walkInvalidInput(sandboxWorld);
    // Whatever is told later is told by now.
    await sandboxPayments.advance(120);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const metrics = await readMetrics(checkout, metricsToken);
    await plant?.({ canaries, pool });
    const tables = await readTables(pool);
    await pool.query('checkpoint');
    await pool.end();
    if (!isShort) {
      await crash(sandboxWorld);
      // A second signal would cut its last words short.
      await until('the crash', async () => (isAlive(product.pid) ? null : true));
    }
    await stopProduct(product.pid);
    addProofs(canaries, secrets);
    const texts: readonly ScanSource[] = [
      {
        place: 'log',
        bytes: Buffer.concat([readFileSync(product.logFile), Buffer.from(plantInLog?.(canaries) ?? '')]),
      },
      { place: 'urls', bytes: addressesIn(readFileSync(urls, 'utf8'), ours) },
      { place: 'metrics', bytes: Buffer.concat([metrics, Buffer.from(plantInMetrics?.(canaries) ?? '')]) },
      { place: 'addresses', bytes: Buffer.from(sandboxWorld.addresses.join('\n')) },
      ...otlp.bodies.map((bytes) => ({ place: 'otlp', bytes })),
      ...sentry.bodies.map((bytes) => ({ place: 'sentry', bytes })),
      ...sandboxWorld.documents,
      ...sandboxWorld.answers,
      ...tables,
      ...filesIn(path.join(product.dataDir, 'sandbox'), 'journal').flatMap((journal) =>
        journal.place.endsWith(' school-arrivals.jsonl') ? byReceiver(journal) : [journal],
      ),
    ];
    const files = filesIn(path.join(product.dataDir, 'postgres'), 'file');
    const index = new CanaryIndex(canaries.all);
    const found = [
      ...[
        ...texts,
        ...texts.filter(({ place }) => !place.startsWith('answer ')).flatMap((scanSource) => decodeNested(scanSource)),
      ].flatMap((scanSource) => index.find(scanSource)),
      ...files.flatMap((scanSource) => index.find(scanSource, true)),
    ];
    const matches = unique(found.filter((match) => !isAllowed(match)));
    const expected = new Set(found.filter(isAllowed).map(({ kind, place }) => `${kind} in ${place.split('/')[0]}`));
    return {
      walked,
      requests,
      sent: countBy(canaries.all.map(({ kind }) => kind)),
      sentOfEach: countBy(
        canaries.all.flatMap(({ kind, country }) => (country === undefined ? [] : [`${kind} of ${country}`])),
      ),
      scanned: sumBytes([...texts, ...files]),
      matches,
      expected: [...expected].toSorted(),
      blind: [
        ...mustBeFound.filter((one) => !isShort && !expected.has(one)),
        ...mustBeFoundOfEach.filter(
          (one) => !found.some((match) => one === `${match.kind} of ${match.country} in ${match.place}`),
        ),
        ...unseen(texts),
      ],
    };
  } finally {
    if (!pool.ended) await pool.end();
    await stopProduct(product.pid);
    otlp.close();
    sentry.close();
  }
}

async function readMetrics(checkout: string, token: string): Promise<Buffer> {
  const answer = await fetch(`${checkout}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`metrics: ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** Everything that buyers, staff and partners do. What moves the clock by weeks comes last. */
async function walk(sandboxWorld: CanaryWorld, isShort: boolean): Promise<string[]> {
  if (isShort)
    return walkPurchases(sandboxWorld, ({ name }) => /^(card|Pix|card that is declined|M-Pesa|Yape)$/.test(name));
  const walks = [
    walkPurchases,
    walkChallenges,
    walkUnits,
    walkPoints,
    walkPhone,
    walkOtherDevice,
    walkAfterPayment,
    walkDisputes,
    walkPartners,
    walkFailures,
  ];
  const walked: string[] = [];
  for (const one of [...walks, walkSubscriptions]) walked.push(...(await one(sandboxWorld)));
  return walked;
}

/** What companies, staff and collectors proved themselves by, each password by itself, too. */
function addProofs(canaries: Canaries, file: string): void {
  const lines = existsSync(file) ? new Set(readFileSync(file, 'utf8').split('\n')) : [];
  for (const line of lines) {
    const [name = '', scheme = '', token = scheme] = line.split(' ');
    if (token.length < 16) continue;
    canaries.add('company-token', name, token);
    const [, password = ''] = scheme === 'Basic' ? Buffer.from(token, 'base64').toString().split(':') : [];
    if (password.length >= 12) canaries.add('company-token', name, password);
  }
}

/** What each place holds of every run, and holds nothing where it was not written to. */
const checks: Readonly<Record<string, string>> = {
  log: 'order-paid',
  urls: '/api/v1/lead/led_',
  addresses: 'product=',
  otlp: '/v1/logs',
  metrics: 'matricula_http_request_duration_seconds_bucket',
  sentry: 'process-failed',
};

function unseen(texts: readonly ScanSource[]): string[] {
  return Object.entries(checks).flatMap(([place, word]) =>
    texts.some((one) => one.place === place && one.bytes.includes(word)) ? [] : [`${word} in ${place}`],
  );
}

function unique(matches: readonly CanaryMatch[]): CanaryMatch[] {
  return [...new Map(matches.map((match) => [JSON.stringify(match), match])).values()];
}

function countBy(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

function sumBytes(haystacks: readonly ScanSource[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { place, bytes } of haystacks) {
    const group = place.split(' ')[0] ?? '';
    sums[group] = (sums[group] ?? 0) + bytes.length;
  }
  return sums;
}
