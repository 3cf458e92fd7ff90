import autocannon from 'autocannon';

export interface PageRate {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failures: number;
  readonly bytes: number;
  /** Processor milliseconds of the server for one page; NaN when not measured. */
  readonly cpuMs: number;
}

/** Further options of a measurement. */
interface PageRequests {
  /** Paths requested by turns, instead of the address itself. */
  readonly paths?: readonly string[];
  /** Processor seconds of the server so far. */
  readonly cpuOf?: () => number;
}

/** Requests one page repeatedly over kept connections, each time as a new visitor. */
export async function pageRate(
  url: string,
  callers: number,
  seconds: number,
  { paths, cpuOf = () => Number.NaN }: PageRequests = {},
): Promise<PageRate> {
  const requests = paths && { requests: paths.map((path) => ({ path })) };
  await autocannon({ url, connections: callers, duration: 2, ...requests });
  const before = cpuOf();
  const result = await autocannon({ url, connections: callers, duration: seconds, ...requests });
  const answered = result['2xx'];
  return {
    perSecond: answered / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors,
    bytes: Math.round(result.throughput.total / Math.max(1, result.requests.total)),
    cpuMs: ((cpuOf() - before) * 1000) / Math.max(1, result.requests.total),
  };
}
