import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { brandName, type TestInstallation, makeTestInstallation } from '../support/test-installation.ts';
import type { BenchOptions } from '../support/options.ts';
import { pageRate } from './pages.ts';
import { cpuSeconds, residentMib } from '../support/process-cost.ts';
import { type RunningProduct, startProduct, withDataDir } from '../support/product.ts';

/** Figures of one installation, one per round. */
export interface InstallationMetrics {
  readonly brands: number;
  readonly buildSeconds: number;
  /** Milliseconds of `npm start` with an existing database: the check for changes, then until `/readiness`. */
  readonly startMs: readonly number[];
  /** Processor seconds of the app and its database until then. */
  readonly startCpu: readonly number[];
  readonly memoryMib: number;
  /** `/lead` of a brand of the project. */
  readonly real: PageMetrics;
}

/** Pages per second, and processor milliseconds of the app for each: these hardly change on a busy machine. */
export interface PageMetrics {
  readonly perSecond: readonly number[];
  readonly cpuMs: readonly number[];
  readonly failures: number;
}

export interface BrandsMetrics {
  readonly few: InstallationMetrics;
  readonly many: InstallationMetrics;
  /** `/lead` of one generated brand, and of all of them in turn. */
  readonly made: PageMetrics;
  readonly inTurn: PageMetrics;
}

const leadOf = (product: string): string => `/lead?product=${product}`;

/** The unchanged project and a copy with many more brands run by turns, so that other load affects both. */
export async function measureBrands(options: BenchOptions): Promise<BrandsMetrics> {
  return withDataDir(async (folder) => {
    const few = await makeTestInstallation(path.join(folder, 'few'), 0);
    const many = await makeTestInstallation(path.join(folder, 'many'), options.brands);
    return withDataDir(async (fewData) =>
      withDataDir(async (manyData) => {
        const starts = await measureStarts(options.rounds, [few, fewData], [many, manyData]);
        const [small, large] = [await startProduct(fewData, few.folder), await startProduct(manyData, many.folder)];
        try {
          const pages = await measurePages(options, small, large);
          const figures = (
            installation: TestInstallation,
            product: RunningProduct,
            index: 0 | 1,
          ): InstallationMetrics => ({
            brands: installation.brands,
            buildSeconds: installation.buildSeconds,
            startMs: starts.map((round) => round[index].ms),
            startCpu: starts.map((round) => round[index].cpu),
            memoryMib: residentMib(product.pid),
            real: index === 0 ? pages.few : pages.many,
          });
          return {
            few: figures(few, small, 0),
            many: figures(many, large, 1),
            made: pages.made,
            inTurn: pages.inTurn,
          };
        } finally {
          await small.stop();
          await large.stop();
        }
      }),
    );
  });
}

interface Start {
  readonly ms: number;
  readonly cpu: number;
}

/** The first start of each creates its database and is not counted. */
async function measureStarts(
  rounds: number,
  ...houses: readonly [[TestInstallation, string], [TestInstallation, string]]
): Promise<readonly (readonly [Start, Start])[]> {
  for (const [installation, data] of houses) await startOnce(installation, data);
  const all: [Start, Start][] = [];
  for (let round = 0; round < rounds; round += 1)
    all.push([await startOnce(...houses[0]), await startOnce(...houses[1])]);
  return all;
}

async function startOnce({ folder }: TestInstallation, dataDir: string): Promise<Start> {
  const began = performance.now();
  execFileSync(process.execPath, ['tools/build.ts', '--if-stale'], { cwd: folder, stdio: 'pipe' });
  const looked = performance.now() - began;
  const product = await startProduct(dataDir, folder);
  const cpu = cpuSeconds(product.pid);
  await product.stop();
  return { ms: looked + product.readyMs, cpu };
}

async function measurePages(
  { callers, seconds, rounds, brands }: BenchOptions,
  few: RunningProduct,
  many: RunningProduct,
): Promise<Readonly<Record<'few' | 'many' | 'made' | 'inTurn', PageMetrics>>> {
  const all = Array.from({ length: brands }, (_, number) => leadOf(brandName(number)));
  const [wup, middle] = [leadOf('wup'), leadOf(brandName(Math.floor(brands / 2)))];
  const series = {
    few: new Series(few, [wup]),
    many: new Series(many, [wup]),
    made: new Series(many, [middle]),
    inTurn: new Series(many, all),
  };
  for (let round = 0; round < rounds; round += 1)
    for (const one of Object.values(series)) await one.measure(callers, Math.max(2, seconds / 2));
  return {
    few: series.few.figures(),
    many: series.many.figures(),
    made: series.made.figures(),
    inTurn: series.inTurn.figures(),
  };
}

/** Rounds of one kind of page. */
class Series {
  readonly #product: RunningProduct;
  readonly #paths: readonly string[];
  readonly #perSecond: number[] = [];
  readonly #cpuMs: number[] = [];
  #failures = 0;

  constructor(product: RunningProduct, paths: readonly string[]) {
    this.#product = product;
    this.#paths = paths;
  }

  async measure(callers: number, seconds: number): Promise<void> {
    const { pid, shop } = this.#product;
    const rate = await pageRate(shop.checkout, callers, seconds, { paths: this.#paths, cpuOf: () => cpuSeconds(pid) });
    this.#perSecond.push(rate.perSecond);
    this.#cpuMs.push(rate.cpuMs);
    this.#failures += rate.failures;
  }

  figures(): PageMetrics {
    return { perSecond: this.#perSecond, cpuMs: this.#cpuMs, failures: this.#failures };
  }
}
